import HTTPTransport
import HTTPTypes
import JSONText

/// Asks an embedded emulator for its rules' decisions. Other servers do not support this.
struct DecisionQuestions: Sendable {
    private let transport: any HTTPTransport
    private let authority: String
    /// The path, with the beginning of the query.
    private let path: String

    /// - Parameters:
    ///   - authority: The emulator's host and port.
    ///   - path: The path of its decisions, with `?` or the beginning of the query.
    init(to authority: String, path: String, over transport: any HTTPTransport) {
        self.transport = transport
        self.authority = authority
        self.path = path
    }

    /// The number of the latest decision, 0 before the first; nil if the server does not support this.
    func latest() async -> Int? {
        guard let answer = await ask("limit=1"), let json = try? JSONParser.parse(answer),
            let decisions = json["decisions"]?.array
        else { return nil }
        guard let last = decisions.last else { return 0 }
        guard case .number(let text)? = last["number"] else { return nil }
        return Int(text)
    }

    /// The maximum number of explanations.
    private static let mostDenials = 10

    /// The explanations of denials after a decision; nil if the server does not support this.
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
