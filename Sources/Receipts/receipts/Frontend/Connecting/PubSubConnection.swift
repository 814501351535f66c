import ClientCore
import GoogleCredentials
import Logging
import PrintableText
import PubSubClient

/// The connection to Pub/Sub of a command's options and the environment.
struct PubSubConnection {
    let pubSub: PubSub
    /// The project of short names.
    let project: String

    /// Finds the server and the credentials. Sends nothing, unless it searches for credentials.
    ///
    /// - Parameter observer: Hears of the calls.
    /// - Throws: ``CommandFailure`` for invalid or missing options, and if only one of Pub/Sub and the database is an emulator's.
    init(
        _ options: ConnectionOptions, observer: (any CallObserver)? = nil, in context: CommandContext
    ) async throws {
        func value(_ name: String) -> String? { context.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let named = options.project ?? value("GCLOUD_PROJECT") ?? value("GOOGLE_CLOUD_PROJECT")
        let logger = context.logger("pubsub-client", options)
        var settings = PubSubSettings()
        settings.callObserver = observer
        if let emulator = try PubSubEndpoint.emulator(environment: context.environment) {
            settings.endpoint = emulator
            project = named ?? "demo-receipts"
        } else {
            if options.emulator != nil || value("FIRESTORE_EMULATOR_HOST") != nil {
                throw CommandFailure(
                    .wrongUsage,
                    "the database is an emulator's, but Pub/Sub is Google's; set PUBSUB_EMULATOR_HOST too")
            }
            guard let found = try await ProductionCredentials.find(options, in: context) else {
                throw CommandFailure(
                    .wrongUsage,
                    "no Pub/Sub: set PUBSUB_EMULATOR_HOST, or for production pass --credentials FILE or application-default"
                )
            }
            guard let project = named ?? found.project else {
                throw CommandFailure(
                    .wrongUsage, "production needs a project: pass --project ID or set GCLOUD_PROJECT")
            }
            self.project = project
            settings.endpoint = .production(universeDomain: found.universeDomain)
            settings.credentials = found.credentials
            settings.quotaProjectID = found.quotaProject
        }
        if let transport = context.pubSub {
            pubSub = try PubSub(settings, transport: transport, logger: logger)
        } else {
            pubSub = try PubSub(settings, logger: logger)
        }
    }

    func topic(_ text: String) throws -> TopicName { try TopicName(text, project: project) }

    func subscription(_ text: String) throws -> SubscriptionName {
        try SubscriptionName(text, project: project)
    }
}
