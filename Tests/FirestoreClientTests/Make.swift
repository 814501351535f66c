import FirestoreClient
import HTTPTransport
import JSONText
import TestSupport
import Testing

/// A client of the project `p`, with a script in the place of a server.
func makeFirestore(
    _ transport: any HTTPTransport = ScriptedTransport([]), endpoint: FirestoreEndpoint? = nil,
    credentials: Credentials = .none, retryPolicy: RetryPolicy = .never,
    clock: any Clock<Duration> = InstantClock(),
    generator: any RandomNumberGenerator & Sendable = SeededGenerator(seed: 1)
) throws -> Firestore {
    try Firestore(
        FirestoreSettings(
            projectID: "p", endpoint: endpoint ?? .emulator(host: "127.0.0.1", port: 8080),
            credentials: credentials,
            retryPolicy: retryPolicy),
        transport: transport, clock: clock, generator: generator)
}

/// The root of all names in the project `p`.
let root = "projects/p/databases/(default)/documents"

/// JSON without the white space that makes it readable in a test.
func compact(_ json: String) throws -> String {
    try JSONParser.parse(Array(json.utf8)).compactText
}

/// A document as a server sends it.
func documentJSON(_ path: String, _ fields: String = "{}") -> String {
    """
    {"name":"\(root)/\(path)","fields":\(fields),
     "createTime":"2026-01-02T03:04:05.000001Z","updateTime":"2026-01-02T03:04:06Z"}
    """
}

/// The answer to a commit of some writes.
func commitJSON(_ count: Int = 1) -> String {
    let results = Array(repeating: #"{"updateTime":"2026-01-02T03:04:05.123456Z"}"#, count: count)
    return
        #"{"writeResults":[\#(results.joined(separator: ","))],"commitTime":"2026-01-02T03:04:05.123456Z"}"#
}

/// The body of an error.
func errorJSON(_ code: Int, _ status: String, _ message: String = "words of the server") -> String {
    #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)"}}"#
}

/// Runs something that must fail, and gives the error.
func failure<T>(_ work: () async throws(FirestoreError) -> T) async throws -> FirestoreError {
    do throws(FirestoreError) {
        _ = try await work()
    } catch {
        return error
    }
    throw DidNotFail()
}

private struct DidNotFail: Error {}
