package import ClientCore
import FirestoreModel
import HTTPTransport
import HTTPTypes
import Logging

/// Sends calls to one database.
final class Channel: Sendable {
    let settings: FirestoreSettings
    let transport: any HTTPTransport
    private let calls: CallChannel<FirestoreError, FirestoreUsage>
    private let headerFields: HTTPFields

    init(
        _ settings: FirestoreSettings, transport: any HTTPTransport,
        _ calls: CallChannel<FirestoreError, FirestoreUsage>
    ) {
        self.settings = settings
        self.transport = transport
        self.calls = calls
        var fields = HTTPFields()
        fields[.accept] = "application/json"
        fields[.userAgent] = "firestore-receipts"
        if let resourcePrefix = HTTPField.Name("google-cloud-resource-prefix") {
            fields[resourcePrefix] = "projects/\(settings.projectID)/databases/\(settings.databaseID)"
        }
        if let project = settings.quotaProjectID, let userProject = HTTPField.Name("x-goog-user-project") {
            fields[userProject] = project
        }
        // Asks the embedded emulator to leave out line breaks, like `prettyPrint=false` in production.
        if let prefer = HTTPField.Name("prefer") { fields[prefer] = "layout=compact" }
        headerFields = fields
    }

    /// A channel with other settings, over the same connections.
    func with(_ settings: FirestoreSettings) -> Channel {
        Channel(settings, transport: transport, calls.renewed(settings.observation))
    }

    var generator: SharedGenerator { calls.generator }

    var clock: any Clock<Duration> { calls.clock }

    var usage: FirestoreUsage { calls.usage }

    func count(_ change: (inout FirestoreUsage) -> Void) { calls.count(change) }

    /// Notes that listeners have begun, or have ended if the number is negative.
    func noteListeners(_ change: Int) { calls.noteListeners(change) }

    func log(_ message: Logger.Message, _ error: FirestoreError, attempt: Int, _ wait: Duration) {
        calls.log(message, error, attempt: attempt, wait)
    }

    /// Asks the credentials for the token to send; nil without one.
    func token(for call: Call) async throws(AttemptFailure<FirestoreError>) -> String? {
        try await calls.token(of: settings.credentials, projectID: settings.projectID, for: call)
    }

    /// Waits before the next attempt of something that is more than one call.
    func pause(_ backoff: inout Backoff, _ subject: String) async throws(FirestoreError) {
        try await calls.pause(&backoff, subject)
    }

    /// Makes a call and reads the response.
    ///
    /// - Parameter policy: When to retry; nil for what the settings say.
    func perform<Answer: Sendable>(
        _ call: Call, _ policy: RetryPolicy? = nil, _ read: ([UInt8]) throws(RPCStatus) -> Answer
    ) async throws(FirestoreError) -> Answer {
        try await calls.perform(call, policy ?? settings.retryPolicy) {
            progress throws(AttemptFailure<FirestoreError>) in
            try await attempt(call, read, &progress)
        }
    }

    /// Sends the request once.
    private func attempt<Answer: Sendable>(
        _ call: Call, _ read: ([UInt8]) throws(RPCStatus) -> Answer, _ progress: inout CallProgress
    ) async throws(AttemptFailure<FirestoreError>) -> Answer {
        let token = try await calls.token(
            of: settings.credentials, projectID: settings.projectID, for: call)
        func reader() -> FailureReader<FirestoreError> {
            FailureReader(
                subject: call.subject, address: settings.endpoint.address, credentials: settings.credentials,
                token: token)
        }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await calls.send(
                request(call, token), body: call.body, over: transport, &progress)
        } catch {
            throw reader().noResponse(error)
        }
        guard (200..<300).contains(response.head.status.code) else {
            throw reader().refusal(of: call, response)
        }
        // Firestore never sends an empty body, but another server may.
        if response.body.isEmpty { throw reader().foreign(response) }
        do throws(RPCStatus) {
            return try read(response.body)
        } catch {
            throw reader().unreadable(call, response)
        }
    }

    private func request(_ call: Call, _ token: String?) -> HTTPRequest {
        var fields = headerFields
        // Google's emulator answers 404 for other types, such as libcurl's default.
        if call.method == .post { fields.append(HTTPField(name: .contentType, value: "application/json")) }
        if let token { fields.append(HTTPField(name: .authorization, value: "Bearer \(token)")) }
        return HTTPRequest(
            method: call.method, scheme: settings.endpoint.scheme, authority: settings.endpoint.authority,
            path: call.path, headerFields: fields)
    }
}

/// Streams over the protocol WebChannel, which carries their header fields in a body.
extension Channel {
    /// The header fields of a stream.
    func streamFields(token: String?) -> [(name: String, value: String)] {
        var fields = headerFields.filter { $0.name != .accept && $0.name != .userAgent }.map {
            (name: $0.name.rawName, value: $0.value)
        }
        if let token { fields.append(("Authorization", "Bearer \(token)")) }
        return fields
    }

    /// One of the requests that make up a stream.
    func channelRequest(_ method: HTTPRequest.Method, _ path: String) -> HTTPRequest {
        var fields: HTTPFields = [.userAgent: "firestore-receipts"]
        if method == .post { fields[.contentType] = "application/x-www-form-urlencoded" }
        // Google's emulator closes the connection after each of these answers without saying so. A commit that is sent on it at that
        // moment is lost. Production is HTTP/2, where all share one connection.
        if settings.endpoint.scheme == "http" { fields[.connection] = "close" }
        return HTTPRequest(
            method: method, scheme: settings.endpoint.scheme, authority: settings.endpoint.authority,
            path: path, headerFields: fields)
    }
}

extension Credentials {
    /// The value of the Authorization header, or nil.
    package func authorization(projectID: String) async throws(FirestoreError) -> String? {
        do throws(CredentialsProblem) {
            return try await token(projectID: projectID).map { "Bearer \($0)" }
        } catch {
            throw FirestoreError(error)
        }
    }
}
