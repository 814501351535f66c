import HTTPTransport
import HTTPTypes
import PrintableText

/// Asks a running emulator for the requests that its rules have decided.
struct RecordedRequests {
    private let question: HTTPRequest
    private let project: String
    private let address: String

    /// - Parameters:
    ///   - authority: The emulator's host and port.
    ///   - path: The path and query of the requests.
    ///   - address: The emulator as the user has named it.
    init(at authority: String, path: String, of project: String, address: String) {
        var question = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path)
        question.headerFields[.authorization] = "Bearer owner"
        self.question = question
        self.project = project
        self.address = address
    }

    /// The requests; none of an emulator that does not keep them, such as Google's.
    ///
    /// - Throws: ``CommandFailure`` for an emulator that does not answer, or not with requests.
    func read<Request, Problem: Error>(
        over transport: any HTTPTransport, _ decode: ([UInt8]) throws(Problem) -> [Request]
    ) async throws(CommandFailure) -> [Request] {
        let answer: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            answer = try await transport.send(question, body: [])
        } catch {
            throw CommandFailure(
                .unreachable, "no requests of \(project) at \(address): \(error.message)".printable)
        }
        guard answer.head.status == .ok else { return [] }
        do throws(Problem) {
            return try decode(answer.body)
        } catch {
            throw CommandFailure(
                .unreachable, "the recorded requests of \(project) at \(address) cannot be read".printable)
        }
    }
}
