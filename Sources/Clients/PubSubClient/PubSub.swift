import ClientCore
public import HTTPTransport
import HTTPTypes
import JSONText
public import Logging

/// A client of Google Cloud Pub/Sub over REST: publishes, pulls, acknowledges.
///
/// Its connections stay open between calls. All calls are safe to make concurrently.
///
/// Source: <https://cloud.google.com/pubsub/docs/reference/rest>
public final class PubSub: Sendable {
    /// The server, the identity and the retry policy.
    public let settings: PubSubSettings
    private let transport: any HTTPTransport
    /// Carries pulls, which may wait for minutes.
    private let pulls: any HTTPTransport
    private let calls: CallChannel<PubSubError, PubSubUsage>

    /// Creates a client that sends over given transports. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The server, the identity and the retry policy.
    ///   - transport: Carries all requests but pulls.
    ///   - pulls: Carries pulls, to which the server may not answer for two minutes; nil for the other transport.
    ///   - logger: Logs repeated requests at level debug; never tokens or messages.
    ///   - clock: Makes the waits between attempts.
    ///   - generator: The source of random waits.
    /// - Throws: ``PubSubError`` with `.invalidArgument` for settings that cannot work.
    public init(
        _ settings: PubSubSettings, transport: any HTTPTransport, pulls: (any HTTPTransport)? = nil,
        logger: Logger = Logger(label: "pubsub-client") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(PubSubError) {
        try settings.check()
        self.settings = settings
        self.transport = transport
        self.pulls = pulls ?? transport
        calls = CallChannel(
            generator: SharedGenerator(generator), clock: clock, logger: logger,
            observation: CallObservation(
                settings.callObserver,
                ObservedClient(.pubSub, namespace: nil, at: settings.endpoint.address)))
    }

    /// What the client has done so far.
    public var usage: PubSubUsage { calls.usage }

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - retryPolicy: How often to try; nil for the settings'.
    ///   - read: Reads the answer; nil if it is not the expected one.
    func perform<Answer: Sendable>(
        _ call: PubSubCall, retryPolicy: RetryPolicy? = nil, _ read: (JSON) -> Answer?
    ) async throws(PubSubError) -> Answer {
        try await calls.perform(call, retryPolicy ?? settings.retryPolicy) {
            progress throws(AttemptFailure<PubSubError>) in
            // The project only matters for an emulator's users, of which Pub/Sub knows none.
            let token = try await calls.token(of: settings.credentials, projectID: "", for: call)
            let reader = FailureReader<PubSubError>(
                subject: call.subject, address: settings.endpoint.address, credentials: settings.credentials,
                token: token)
            let response: HTTPExchangeResponse
            do throws(HTTPTransportError) {
                response = try await calls.send(
                    request(call, token), body: call.body, over: call.isLong ? pulls : transport, &progress)
            } catch {
                throw reader.noResponse(error)
            }
            guard (200..<300).contains(response.head.status.code) else { throw reader.refusal(response) }
            do throws(JSONParser.Failure) {
                if let answer = read(try JSONParser.parse(response.body)) { return answer }
            } catch {
                throw response.body.first == UInt8(ascii: "{")
                    ? reader.damaged(error.description)
                    : reader.foreign(response.head, isEmpty: response.body.isEmpty)
            }
            throw reader.damaged("it is not an answer of Pub/Sub")
        }
    }

    private func request(_ call: PubSubCall, _ token: String?) -> HTTPRequest {
        let address = settings.endpoint.address
        var fields: HTTPFields = [.accept: "application/json", .userAgent: "firestore-receipts"]
        if !call.body.isEmpty { fields[.contentType] = "application/json" }
        if let token { fields[.authorization] = "Bearer \(token)" }
        if let project = settings.quotaProjectID, let name = HTTPField.Name("X-Goog-User-Project") {
            fields[name] = project
        }
        return HTTPRequest(
            method: call.method, scheme: address.scheme, authority: address.authority, path: call.path,
            headerFields: fields)
    }
}
