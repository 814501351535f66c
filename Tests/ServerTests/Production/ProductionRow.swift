import Foundation
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

/// A row of Documentation/Production.md, with the requests that prove it.
struct ProductionRow: Sendable, CustomTestStringConvertible {
    let id: String
    /// Method, path, body and Authorization header of each request; the answer to the last counts.
    let requests: [[String]]
    /// A text that the answer has or has not.
    let text: String?
    let google: String
    let usual: String
    let production: String

    var testDescription: String { id }

    /// What the page says.
    struct Line {
        let id: String
        let source: String
        let google: String
        let usual: String
        let production: String
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The lines of the page.
    static func page() throws -> [Line] {
        let page = folder.appending(path: "../../../Documentation/Production.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }.map { line in
                let cells = line.split(separator: " | ").map { cell in
                    cell.trimmingCharacters(in: CharacterSet(charactersIn: "`| "))
                }
                return Line(
                    id: cells[0], source: cells[2], google: cells[3], usual: cells[4], production: cells[5])
            }
    }

    /// The rows that requests prove.
    static func all() throws -> [ProductionRow] {
        let file = folder.appending(path: "Fixtures/requests.json")
        guard case .object(let members) = try JSONParser.parse(Array(Data(contentsOf: file))) else {
            return []
        }
        let page = try page()
        return members.compactMap { member in
            guard let line = page.first(where: { $0.id == member.name }) else { return nil }
            let requests = (member.value["requests"]?.array ?? []).map {
                ($0.array ?? []).compactMap(\.string)
            }
            return ProductionRow(
                id: line.id, requests: requests, text: member.value["text"]?.string, google: line.google,
                usual: line.usual, production: line.production)
        }
    }

    /// The text of the other tests of the folder.
    static func sourcesOfTests() throws -> String {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }

    /// Asks a server: the status and code, and whether the answer has the text.
    func answer(of server: TestServer) async throws -> String {
        var last: RESTAnswer?
        for request in requests {
            let authorization = request.count > 3 ? request[3] : "Bearer owner"
            let body = ProductionRow.expanded(request[2]).replacing("{{root}}", with: server.root)
                .replacing("{{project}}", with: server.project)
            last = try await server.exchange(
                request[0] == "GET" ? .get : .post, request[1], body: body,
                authorization: authorization.isEmpty ? nil : authorization)
        }
        guard let last else { return "" }
        let error = last.json?.array?.first?["error"] ?? last.json?["error"]
        let code = error?["status"]?.string.map { " \($0)" } ?? ""
        let found = text.map { last.text.contains($0) ? ", yes" : ", no" } ?? ""
        return "\(last.status)\(code)\(found)"
    }

    /// The text with `<<3*x>>` as `xxx`, and `<<3#x%>>` as `x0,x1,x2`; inner ones first.
    private static func expanded(_ text: String) -> String {
        var text = text
        while let end = text.range(of: ">>"),
            let start = text.range(
                of: "<<", options: .backwards, range: text.startIndex..<end.lowerBound)
        {
            let inner = text[start.upperBound..<end.lowerBound]
            let digits = inner.prefix { $0.isNumber }
            let (count, rest) = (Int(digits) ?? 0, inner.dropFirst(digits.count))
            let template = String(rest.dropFirst())
            let result =
                rest.first == "*"
                ? String(repeating: template, count: count)
                : (0..<count).map { template.replacing("%", with: String($0)) }.joined(separator: ",")
            text.replaceSubrange(start.lowerBound..<end.upperBound, with: result)
        }
        return text
    }
}
