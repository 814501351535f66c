extension ObservedClient.Service {
    /// How OpenTelemetry's conventions name the service.
    ///
    /// Source: <https://opentelemetry.io/docs/specs/semconv/database/>
    package var telemetryNames: TelemetryNames {
        switch self {
        case .firestore: TelemetryNames(namespace: "db", attribute: "db.system.name", system: "gcp.firestore")
        case .realtimeDatabase:
            TelemetryNames(
                namespace: "db", attribute: "db.system.name", system: "gcp.firebase_realtime_database")
        case .pubSub:
            TelemetryNames(namespace: "messaging", attribute: "messaging.system", system: "gcp_pubsub")
        }
    }

    /// The names of a service in OpenTelemetry's conventions.
    package struct TelemetryNames: Sendable {
        /// The namespace of attributes and metrics.
        package let namespace: String
        /// The attribute that names the system.
        package let attribute: String
        /// The system's name.
        package let system: String
    }
}
