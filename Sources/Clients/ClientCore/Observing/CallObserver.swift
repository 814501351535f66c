/// Hears of every call that a client makes, for metrics and traces.
///
/// The product `ClientTelemetry` has one for swift-metrics and swift-distributed-tracing. A client without an observer does nothing for it.
/// The functions are called on any thread, and must be quick.
public protocol CallObserver: Sendable {
    /// A call begins, in the task that makes it, before its first request.
    ///
    /// - Returns: Called once when the call has ended.
    func began(_ call: ObservedCall) -> @Sendable (CallOutcome) -> Void

    /// Something was counted, within a call or while listening.
    func counted(_ counts: CallCounts, by client: ObservedClient)
}

/// A client, for its observer.
public struct ObservedClient: Hashable, Sendable {
    /// What a client talks to.
    public enum Service: String, Sendable {
        case firestore, realtimeDatabase, pubSub
    }

    /// The service.
    public let service: Service
    /// The database within the service: `projects/P/databases/D` of Firestore, the name of a Realtime Database; nil of Pub/Sub.
    public let namespace: String?
    /// The server's host.
    public let host: String
    /// The server's TCP port.
    public let port: Int

    package init(_ service: Service, namespace: String?, at address: HostAddress) {
        self.service = service
        self.namespace = namespace
        host = address.host
        port = address.port
    }
}

/// A call, for its observer.
public struct ObservedCall: Hashable, Sendable {
    /// The client that makes it.
    public let client: ObservedClient
    /// What is done, in one word, such as `commit` or `runQuery`. It names no document.
    public let operation: String
}

/// How a call has ended.
public struct CallOutcome: Hashable, Sendable {
    /// The code of the error, such as `permissionDenied`; nil for success.
    public let error: String?
    /// How many requests were sent.
    public let attempts: Int
}

/// What clients count: what has come to it since the last time.
public struct CallCounts: Hashable, Sendable {
    /// Requests sent, including repeated ones.
    public var requests = 0
    /// Requests that repeated a failed one.
    public var retries = 0
    /// Documents read, as Firestore bills them.
    public var documentsRead = 0
    /// Writes that succeeded.
    public var documentsWritten = 0
    /// Listeners that have begun; negative if they have ended.
    public var listeners = 0

    /// Nothing.
    public init() {}

    /// Whether nothing was counted.
    public var isEmpty: Bool { self == CallCounts() }

    /// Adds counts.
    public static func += (counts: inout CallCounts, more: CallCounts) {
        counts.requests += more.requests
        counts.retries += more.retries
        counts.documentsRead += more.documentsRead
        counts.documentsWritten += more.documentsWritten
        counts.listeners += more.listeners
    }
}

/// An observer and the client that it observes.
package struct CallObservation: Sendable {
    package let observer: any CallObserver
    package let client: ObservedClient

    /// - Returns: nil without an observer.
    package init?(_ observer: (any CallObserver)?, _ client: @autoclosure () -> ObservedClient) {
        guard let observer else { return nil }
        self.observer = observer
        self.client = client()
    }

    package func counted(_ counts: CallCounts) {
        if !counts.isEmpty { observer.counted(counts, by: client) }
    }
}
