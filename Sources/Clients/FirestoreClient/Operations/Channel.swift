import ClientCore
import FirestoreModel
import HTTPTransport
import HTTPTypes
import Logging
import Synchronization

/// Sends calls to one database, again where that helps and does no harm, and counts.
final class Channel: Sendable {
    let settings: FirestoreSettings
    let generator: SharedGenerator
    let transport: any HTTPTransport
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let headerFields: HTTPFields
    private let counters = Mutex(FirestoreUsage())

    init(
        _ settings: FirestoreSettings, transport: any HTTPTransport, logger: Logger,
        clock: any Clock<Duration>, generator: SharedGenerator
    ) {
        self.settings = settings
        self.transport = transport
        self.logger = logger
        self.clock = clock
        self.generator = generator
        var fields = HTTPFields()
        fields[.accept] = "application/json"
        fields[.userAgent] = "firestore-receipts"
        if let resourcePrefix = HTTPField.Name("google-cloud-resource-prefix") {
            fields[resourcePrefix] = "projects/\(settings.projectID)/databases/\(settings.databaseID)"
        }
        if let project = settings.quotaProjectID, let userProject = HTTPField.Name("x-goog-user-project") {
            fields[userProject] = project
        }
        // As `prettyPrint=false` asks production, this asks the embedded emulator to leave the layout out.
        if let prefer = HTTPField.Name("prefer") { fields[prefer] = "layout=compact" }
        headerFields = fields
    }

    /// A channel with other settings, over the same connections.
    func with(_ settings: FirestoreSettings) -> Channel {
        Channel(settings, transport: transport, logger: logger, clock: clock, generator: generator)
    }

    var usage: FirestoreUsage { counters.withLock { $0 } }

    func count(_ change: (inout FirestoreUsage) -> Void) {
        counters.withLock { change(&$0) }
    }

    /// Makes a call and reads its answer.
    func perform<Answer: Sendable>(
        _ call: Call, _ read: ([UInt8]) throws(RPCStatus) -> Answer
    ) async throws(FirestoreError) -> Answer {
        var state = RetryState(settings.retryPolicy, isRepeatable: call.isRepeatable)
        let stopwatch = Stopwatch(clock)
        var sent = 0
        // Stays true through later attempts: that those are refused does not undo what the lost one may have
        // done.
        var isOutcomeUnknown = false
        while true {
            let failure: AttemptFailure
            do throws(AttemptFailure) {
                return try await attempt(call, read, sent: &sent)
            } catch {
                failure = error
            }
            if call.isWrite, failure.traits.mayHaveBeenApplied { isOutcomeUnknown = true }
            let elapsed = stopwatch.elapsed
            let decision = generator.withGenerator { generator in
                state.failed(failure.traits, elapsed: elapsed, using: &generator)
            }
            guard case .retry(let wait) = decision else {
                throw failure.error.concluding(attempts: sent, isOutcomeUnknown: isOutcomeUnknown)
            }
            logger.debug(
                "trying again",
                metadata: [
                    "firestore-code": "\(failure.error.code.name)", "firestore-attempt": "\(sent)",
                    "firestore-wait": "\(wait)",
                ])
            try await pause(wait, call, attempts: sent, isOutcomeUnknown: isOutcomeUnknown)
            count { $0.retries += 1 }
        }
    }

    private func pause(
        _ wait: Duration, _ call: Call, attempts: Int, isOutcomeUnknown: Bool
    ) async throws(FirestoreError) {
        do {
            try await clock.sleep(for: wait)
            try Task.checkCancellation()
        } catch {
            throw FirestoreError.cancelled(call.subject, underlying: error)
                .concluding(attempts: attempts, isOutcomeUnknown: isOutcomeUnknown)
        }
    }

    /// Sends the request once.
    private func attempt<Answer: Sendable>(
        _ call: Call, _ read: ([UInt8]) throws(RPCStatus) -> Answer, sent: inout Int
    ) async throws(AttemptFailure) -> Answer {
        let unsent = FailureTraits(.permanent, mayHaveBeenApplied: false)
        if Task.isCancelled {
            throw AttemptFailure(.cancelled(call.subject, underlying: CancellationError()), unsent)
        }
        let authorization: String?
        do throws(FirestoreError) {
            authorization = try await settings.credentials.authorization(projectID: settings.projectID)
        } catch {
            throw AttemptFailure(error, unsent)
        }
        let reader = FailureReader(
            call: call, endpoint: settings.endpoint, credentials: settings.credentials,
            authorization: authorization)
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            sent += 1
            count { $0.requests += 1 }
            response = try await transport.send(request(call, authorization), body: call.body)
        } catch {
            throw reader.transport(error)
        }
        guard (200..<300).contains(response.head.status.code) else { throw reader.refusal(response) }
        // To no call Firestore answers nothing, but another server may.
        if response.body.isEmpty { throw reader.foreign(response) }
        do throws(RPCStatus) {
            return try read(response.body)
        } catch {
            throw reader.unreadable(response)
        }
    }

    private func request(_ call: Call, _ authorization: String?) -> HTTPRequest {
        var fields = headerFields
        // Google's emulator answers 404 to other types, such as libcurl's default for a body.
        if call.method == .post { fields.append(HTTPField(name: .contentType, value: "application/json")) }
        if let authorization { fields.append(HTTPField(name: .authorization, value: authorization)) }
        return HTTPRequest(
            method: call.method, scheme: settings.endpoint.scheme, authority: settings.endpoint.authority,
            path: call.path, headerFields: fields)
    }
}
