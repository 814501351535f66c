public import FirestoreRules
public import HTTPTransport
import Logging

/// An embedded Firestore: documents, queries and transactions in this process, with Firestore's REST API.
///
/// Serves a socket with ``serve(host:port:logger:onReady:)``, or works without one through ``transport``. Emulators are
/// independent, so tests can have one each and run in parallel. Nothing is stored on disk, except what
/// ``exportDocuments(to:)`` writes.
public final class Emulator: Sendable {
    let configuration: EmulatorConfiguration
    let front: RESTFront
    let webChannel: WebChannelFront

    /// Creates an emulator without any documents or rules.
    public init(configuration: EmulatorConfiguration = EmulatorConfiguration()) {
        self.configuration = configuration
        let service = FirestoreService(core: EmulatorCore(configuration: configuration))
        front = RESTFront(service: service, maximumRequestSize: configuration.maximumRequestSize)
        webChannel = WebChannelFront(
            clock: configuration.sleepClock, maximumMessageSize: configuration.maximumRequestSize,
            randomNumber: configuration.randomNumber, open: service.open)
    }

    /// A transport to this emulator without a socket, for clients in the same process.
    ///
    /// The scheme and authority of a request do not matter.
    public var transport: some HTTPStreamingTransport {
        InProcessTransport(front: front, webChannel: webChannel)
    }

    /// Sets a project's security rules, unless there is an error in them.
    ///
    /// - Parameters:
    ///   - source: The text of `firestore.rules`, and its name.
    ///   - project: The project's id.
    /// - Returns: Errors and warnings. If there is an error, the earlier rules stay in force.
    @discardableResult
    public func setRules(_ source: SourceFile, project: String) -> [Diagnostic] {
        let rules = ProjectRules(
            [ProjectRules.File(name: source.name, content: source.content)], coverage: configuration.coverage)
        if rules.planned != nil { front.core.rules.set(rules, project: project) }
        return rules.ruleset.diagnostics
    }

    /// Sets a project's security rules, and reports every decision instead of counting coverage.
    ///
    /// - Parameter onDecision: Called before the request is answered, so it must be quick.
    package func setRules(
        _ source: SourceFile, project: String, onDecision: @escaping @Sendable (DecisionRecord) -> Void
    ) {
        front.core.rules.set(
            ProjectRules(
                [ProjectRules.File(name: source.name, content: source.content)], onDecision: onDecision),
            project: project)
    }
}
