import ClientCore
import HTTPTransport
import HTTPTypes
import Logging
import RealtimeDatabaseModel
import Synchronization

/// Sends calls to one database, and opens streams of changes.
final class Channel: Sendable {
    let settings: DatabaseSettings
    let transport: any HTTPStreamingTransport
    let streams: any HTTPStreamingTransport
    let calls: CallChannel<DatabaseError, DatabaseUsage>
    private let milliseconds: @Sendable () -> UInt64
    private let pushIDs = Mutex(PushIDs())

    init(
        _ settings: DatabaseSettings, transport: any HTTPStreamingTransport,
        streams: any HTTPStreamingTransport, milliseconds: @escaping @Sendable () -> UInt64,
        _ calls: CallChannel<DatabaseError, DatabaseUsage>
    ) {
        self.settings = settings
        self.transport = transport
        self.streams = streams
        self.milliseconds = milliseconds
        self.calls = calls
    }

    /// A channel with other settings, over the same connections.
    func with(_ settings: DatabaseSettings) -> Channel {
        Channel(
            settings, transport: transport, streams: streams, milliseconds: milliseconds,
            calls.renewed(settings.observation))
    }

    /// A key for a new child, greater than all keys made before.
    func nextKey() -> DataKey {
        let time = milliseconds()
        return calls.generator.withGenerator { generator in
            pushIDs.withLock { $0.next(at: time, using: &generator) }
        }
    }

    /// Makes a call and reads its answer.
    ///
    /// - Parameter read: Gets the answer, and whether an earlier attempt may have been carried out.
    func perform<Answer: Sendable>(
        _ call: Call, _ read: (HTTPExchangeResponse, Bool) throws(DataProblem) -> Answer
    ) async throws(DatabaseError) -> Answer {
        try await calls.perform(call, settings.retryPolicy) {
            progress throws(AttemptFailure<DatabaseError>) in
            let (response, reader) = try await attempt(call, &progress)
            do throws(DataProblem) {
                return try read(response, progress.isOutcomeUnknown)
            } catch {
                throw reader.unreadable(response, error.reason)
            }
        }
    }

    /// Sends a call once, and returns any answer, including refusals.
    func forward(_ call: Call) async throws(AttemptFailure<DatabaseError>) -> HTTPExchangeResponse {
        var progress = CallProgress()
        return try await exchange(call, &progress).response
    }

    /// Sends a call once, and accepts only the expected answers.
    private func attempt(
        _ call: Call, _ progress: inout CallProgress
    ) async throws(AttemptFailure<DatabaseError>) -> (HTTPExchangeResponse, FailureReader<DatabaseError>) {
        let (response, reader) = try await exchange(call, &progress)
        switch response.head.status.code {
        case 412 where call.takesMismatch: return (response, reader)
        case 200..<300: return (response, reader)
        case _: throw reader.refusal(response.head, response.body)
        }
    }

    /// Sends the request once, and again after each redirect.
    private func exchange(
        _ call: Call, _ progress: inout CallProgress
    ) async throws(AttemptFailure<DatabaseError>) -> (
        response: HTTPExchangeResponse, reader: FailureReader<DatabaseError>
    ) {
        let identity = try await identification(for: call)
        var target = target(of: call, identity)
        for _ in 0...RequestTarget.maximumRedirects {
            let reader = reader(call, target, identity)
            let response: HTTPExchangeResponse
            do throws(HTTPTransportError) {
                response = try await calls.send(
                    request(call, target, identity), body: call.body, over: transport, &progress)
            } catch {
                throw reader.noResponse(error)
            }
            guard response.head.isRedirect else { return (response, reader) }
            target = try next(after: target, response.head, call, reader)
        }
        throw reader(call, target, identity).redirected(nil)
    }

    /// Opens a stream, without reading it.
    ///
    /// - Returns: The response, which may be a refusal.
    func open(
        _ call: Call, _ identity: Identification
    ) async throws(AttemptFailure<DatabaseError>) -> (HTTPOpenResponse, FailureReader<DatabaseError>) {
        var target = target(of: call, identity)
        for _ in 0...RequestTarget.maximumRedirects {
            let reader = reader(call, target, identity)
            let response: HTTPOpenResponse
            do throws(HTTPTransportError) {
                calls.count { $0.requests += 1 }
                response = try await streams.open(request(call, target, identity), body: [])
            } catch {
                throw reader.noResponse(error)
            }
            guard response.head.isRedirect else { return (response, reader) }
            target = try next(after: target, response.head, call, reader)
        }
        throw reader(call, target, identity).redirected(nil)
    }

    /// Asks the credentials who sends a call.
    func identification(for call: Call) async throws(AttemptFailure<DatabaseError>) -> Identification {
        Identification(
            token: try await calls.token(
                of: settings.credentials, projectID: settings.projectID, for: call))
    }

    private func next(
        after target: RequestTarget, _ head: HTTPResponse, _ call: Call,
        _ reader: FailureReader<DatabaseError>
    ) throws(AttemptFailure<DatabaseError>) -> RequestTarget {
        let location = head.headerFields[.location]
        guard !call.isWrite, let next = location.flatMap({ target.following($0) }) else {
            throw reader.redirected(location)
        }
        return next
    }

    private func reader(
        _ call: Call, _ target: RequestTarget, _ identity: Identification
    ) -> FailureReader<DatabaseError> {
        FailureReader(
            subject: call.subject, address: target.address,
            credentials: settings.credentials, token: identity.token, isTokenInURL: identity.isInURL)
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

extension HTTPResponse {
    /// Whether it sends the client elsewhere: 304 answers a conditional request.
    fileprivate var isRedirect: Bool { status.kind == .redirection && status != .notModified }
}
