import HTTPTransport
import HTTPTypes
import JSONText

/// Asks an embedded emulator why its rules decided as they did. Other servers have no answer.
struct DecisionQuestions: Sendable {
    private let transport: any HTTPTransport
    private let authority: String
    /// The path, with the beginning of a query.
    private let path: String

    /// - Parameters:
    ///   - authority: The emulator's host and port.
    ///   - path: Where it tells of decisions, with `?` or the query so far.
    init(to authority: String, path: String, over transport: any HTTPTransport) {
        self.transport = transport
        self.authority = authority
        self.path = path
    }

    /// The number of the latest decision, 0 before the first; nil where the server does not tell.
    func latest() async -> Int? {
        guard let answer = await ask("limit=1"), let json = try? JSONParser.parse(answer),
            let decisions = json["decisions"]?.array
        else { return nil }
        guard let last = decisions.last else { return 0 }
        guard case .number(let text)? = last["number"] else { return nil }
        return Int(text)
    }

    /// So many explanations are asked for at most.
    private static let mostDenials = 10

    /// The explanations of what was denied after a decision; nil where the server does not tell.
    func denials(after number: Int) async -> String? {
        let query = "format=text&denied=true&after=\(number)&limit=\(DecisionQuestions.mostDenials)"
        return await ask(query).map { String(decoding: $0, as: UTF8.self) }
    }

    private func ask(_ query: String) async -> [UInt8]? {
        var request = HTTPRequest(
            method: .get, scheme: "http", authority: authority, path: "\(path)\(query)")
        request.headerFields[.authorization] = "Bearer owner"
        guard let answer = try? await transport.send(request, body: []), answer.head.status == .ok else {
            return nil
        }
        return answer.body
    }
}
