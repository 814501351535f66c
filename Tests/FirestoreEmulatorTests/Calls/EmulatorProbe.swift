import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText

@testable import FirestoreEmulator

/// An emulator that records its calls, asked by REST without a socket.
struct EmulatorProbe {
    static let database = "projects/p/databases/(default)"
    static let documents = "/v1/\(database)/documents"
    static let admin = "Bearer owner"
    /// A token of bob's.
    static let bob = "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ."

    let emulator: Emulator

    init(rules: String) {
        var configuration = EmulatorConfiguration()
        configuration.rememberedCalls = 3
        emulator = Emulator(configuration: configuration)
        emulator.setRules(SourceFile(content: rules), project: "p")
    }

    /// Sends a request, and returns the body of the answer.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", as authorization: String? = admin,
        inBackground: Bool = false
    ) -> JSON {
        var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:1", path: path)
        request.headerFields[.authorization] = authorization
        if inBackground { request.headerFields[.rulesLog] = "background" }
        let response = emulator.front.respond(to: request, body: Array(body.utf8))
        return (try? JSONParser.parse(response.body)) ?? .null
    }

    /// Writes a document with a number.
    func write(_ path: String, _ n: Int = 1, as authorization: String? = admin) {
        send(
            .patch, "\(Self.documents)/\(path)", #"{"fields": {"n": {"integerValue": "\#(n)"}}}"#,
            as: authorization)
    }
}
