import ClientCore
import HTTPTransport
import HTTPTypes
import Logging
import RealtimeDatabaseModel
import Synchronization

/// Sends calls to one database, again where that helps and does no harm, and counts.
final class Channel: Sendable {
    let settings: DatabaseSettings
    let generator: SharedGenerator
    let clock: any Clock<Duration>
    let logger: Logger
    let transport: any HTTPStreamingTransport
    let streams: any HTTPStreamingTransport
    private let milliseconds: @Sendable () -> UInt64
    private let pushIDs = Mutex(PushIDs())
    private let counters = Mutex(DatabaseUsage())

    init(
        _ settings: DatabaseSettings, transport: any HTTPStreamingTransport,
        streams: any HTTPStreamingTransport, logger: Logger, clock: any Clock<Duration>,
        generator: SharedGenerator, milliseconds: @escaping @Sendable () -> UInt64
    ) {
        self.settings = settings
        self.transport = transport
        self.streams = streams
        self.logger = logger
        self.clock = clock
        self.generator = generator
        self.milliseconds = milliseconds
    }

    /// A channel with other settings, over the same connections.
    func with(_ settings: DatabaseSettings) -> Channel {
        Channel(
            settings, transport: transport, streams: streams, logger: logger, clock: clock,
            generator: generator, milliseconds: milliseconds)
    }

    var usage: DatabaseUsage { counters.withLock { $0 } }

    func count(_ change: (inout DatabaseUsage) -> Void) {
        counters.withLock { change(&$0) }
    }

    /// A key for a new child, later than all that were made before.
    func nextKey() -> DataKey {
        let time = milliseconds()
        return generator.withGenerator { generator in
            pushIDs.withLock { $0.next(at: time, using: &generator) }
        }
    }

    /// Makes a call and reads its answer.
    ///
    /// - Parameter read: Gets the answer, and whether an earlier attempt may have been carried out.
    func perform<Answer: Sendable>(
        _ call: Call, _ read: (HTTPExchangeResponse, Bool) throws(DataProblem) -> Answer
    ) async throws(DatabaseError) -> Answer {
        var state = RetryState(settings.retryPolicy, isRepeatable: call.isRepeatable)
        let stopwatch = Stopwatch(clock)
        var sent = 0
        // Stays true through later attempts: that those are refused does not undo what the lost one may have
        // done.
        var isOutcomeUnknown = false
        while true {
            let failure: AttemptFailure
            do throws(AttemptFailure) {
                let (response, reader) = try await attempt(call, sent: &sent)
                do throws(DataProblem) {
                    return try read(response, isOutcomeUnknown)
                } catch {
                    throw reader.unreadable(response, error.reason)
                }
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
            log("trying again", failure.error, attempt: sent, wait)
            do {
                try await clock.sleep(for: wait)
                try Task.checkCancellation()
            } catch {
                throw DatabaseError.cancelled(call.subject, underlying: error)
                    .concluding(attempts: sent, isOutcomeUnknown: isOutcomeUnknown)
            }
            count { $0.retries += 1 }
        }
    }

    func log(_ message: Logger.Message, _ error: DatabaseError, attempt: Int, _ wait: Duration) {
        logger.debug(
            message,
            metadata: [
                "database-code": "\(error.code.rawValue)", "database-attempt": "\(attempt)",
                "database-wait": "\(wait)",
            ])
    }

    /// Sends a call once, and hands on whatever is answered, refusals included.
    func forward(_ call: Call) async throws(AttemptFailure) -> HTTPExchangeResponse {
        var sent = 0
        return try await exchange(call, sent: &sent).response
    }

    /// Sends a call once, and takes the answer only when it is the one that was asked for.
    private func attempt(
        _ call: Call, sent: inout Int
    ) async throws(AttemptFailure) -> (HTTPExchangeResponse, FailureReader) {
        let (response, reader) = try await exchange(call, sent: &sent)
        switch response.head.status.code {
        case 412 where call.takesMismatch: return (response, reader)
        case 200..<300: return (response, reader)
        case _: throw reader.refusal(response.head, response.body)
        }
    }

    /// Sends the request once, and after redirects again.
    private func exchange(
        _ call: Call, sent: inout Int
    ) async throws(AttemptFailure) -> (response: HTTPExchangeResponse, reader: FailureReader) {
        let identity = try await identification(for: call.subject)
        var target = target(of: call, identity)
        for _ in 0...RequestTarget.maximumRedirects {
            let reader = reader(call, target, identity)
            let response: HTTPExchangeResponse
            do throws(HTTPTransportError) {
                sent += 1
                count { $0.requests += 1 }
                response = try await transport.send(request(call, target, identity), body: call.body)
            } catch {
                throw reader.transport(error)
            }
            guard (300..<400).contains(response.head.status.code) else { return (response, reader) }
            target = try next(after: target, response.head, call, reader)
        }
        throw reader(call, target, identity).redirected(nil)
    }

    /// Opens a stream; what it brings is not read yet.
    ///
    /// - Returns: The response, which may be one of failure.
    func open(
        _ call: Call, _ identity: Identification
    ) async throws(AttemptFailure) -> (HTTPOpenResponse, FailureReader) {
        var target = target(of: call, identity)
        for _ in 0...RequestTarget.maximumRedirects {
            let reader = reader(call, target, identity)
            let response: HTTPOpenResponse
            do throws(HTTPTransportError) {
                count { $0.requests += 1 }
                response = try await streams.open(request(call, target, identity), body: [])
            } catch {
                throw reader.transport(error)
            }
            guard (300..<400).contains(response.head.status.code) else { return (response, reader) }
            target = try next(after: target, response.head, call, reader)
        }
        throw reader(call, target, identity).redirected(nil)
    }

    /// Asks the credentials who sends a call.
    func identification(for subject: String) async throws(AttemptFailure) -> Identification {
        if Task.isCancelled {
            throw AttemptFailure(unsent: .cancelled(subject, underlying: CancellationError()))
        }
        do throws(CredentialsProblem) {
            return Identification(
                token: try await settings.credentials.token(projectID: settings.projectID))
        } catch {
            throw AttemptFailure(unsent: DatabaseError(error, subject: subject))
        }
    }

    private func next(
        after target: RequestTarget, _ head: HTTPResponse, _ call: Call, _ reader: FailureReader
    ) throws(AttemptFailure) -> RequestTarget {
        let location = head.headerFields[.location]
        guard !call.isWrite, let next = location.flatMap({ target.following($0) }) else {
            throw reader.redirected(location)
        }
        return next
    }

    private func reader(
        _ call: Call, _ target: RequestTarget, _ identity: Identification
    ) -> FailureReader {
        FailureReader(
            subject: call.subject, address: target.address,
            credentials: settings.credentials, token: identity.token)
    }

    private func target(of call: Call, _ identity: Identification) -> RequestTarget {
        var more: [(name: String, value: String)] = []
        if settings.endpoint.isEmulator { more.append(("ns", settings.name)) }
        if case .user(let token) = identity { more.append(("auth", token)) }
        return RequestTarget(address: settings.address, path: call.target(adding: more))
    }

    private func request(
        _ call: Call, _ target: RequestTarget, _ identity: Identification
    ) -> HTTPRequest {
        var fields = call.fields
        if fields[.accept] == nil { fields[.accept] = "application/json" }
        fields[.userAgent] = "firestore-receipts"
        if !call.body.isEmpty { fields[.contentType] = "application/json" }
        if case .bearer(let token) = identity { fields[.authorization] = "Bearer \(token)" }
        return HTTPRequest(
            method: call.method, scheme: target.address.scheme, authority: target.address.authority,
            path: target.path, headerFields: fields)
    }
}
