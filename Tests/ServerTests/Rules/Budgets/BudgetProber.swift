import HTTPTypes
import JSONText
import TestSupport

/// Asks a server what becomes of rows repeated so many times: many at once, each in a match block of its own.
struct BudgetProber {
    struct Question {
        let row: BudgetRow
        let setup: BudgetSetup
        let count: Int
    }

    private static let blocks = 40
    /// So many bytes of rules are sent at once, unless one row alone takes more.
    private static let size = 150_000

    private let server: TestServer
    private let placeholders: Placeholders
    private var count = 0

    init() async throws {
        server = try TestServer()
        placeholders = Placeholders(project: server.project, other: "other-" + server.project)
        for place in 0..<BudgetProber.blocks { try await store("b\(place)") }
        try await store("d")
    }

    var isGoogles: Bool { server.isGoogles }

    /// What becomes of each question.
    mutating func answers(to questions: [Question]) async throws -> [String] {
        var answers: [String] = []
        var rest = questions[...]
        while let first = rest.first {
            var batch: [Question] = []
            var size = 0
            while let question = rest.first, batch.count < BudgetProber.blocks,
                question.setup == first.setup
            {
                size += question.setup.statements(question.row, count: question.count).utf8.count
                if !batch.isEmpty, size > BudgetProber.size { break }
                batch.append(question)
                rest.removeFirst()
            }
            answers += try await self.answers(toBatch: batch, first.setup)
        }
        return answers
    }

    private mutating func answers(toBatch batch: [Question], _ setup: BudgetSetup) async throws -> [String] {
        let blocks = batch.enumerated().map { place, question in
            "match /b\(place)/{id} { \(question.setup.statements(question.row, count: question.count)) }\n"
        }
        let rules = """
            rules_version = '2';
            service cloud.firestore { match /databases/{database}/documents {
            \(setup.declarations)\(setup.others)\(blocks.joined())}}
            """
        let content = JSON.string(rules).compactText
        let upload = try await server.exchange(
            .put, "/emulator/v1/projects/\(server.project):securityRules",
            body: #"{"rules":{"files":[{"name":"b","content":\#(content)}]}}"#)
        guard upload.status == 200 else {
            throw ProbeFile.Mistake(description: "\(batch.map(\.row.text)): \(upload.text.prefix(500))")
        }
        var answers: [String] = []
        for place in batch.indices {
            count += 1
            let answer = try await setup.request.send(
                to: server, placeholders, about: "b\(place)", new: "new\(count)")
            answers.append(BudgetProber.outcome(answer))
            if answer.status == 200, setup.request.isWrite { try await store("b\(place)") }
        }
        return answers
    }

    private func store(_ collection: String) async throws {
        for id in ["doc", "other"] {
            let answer = try await server.exchange(
                .patch, "/\(collection)/\(id)", body: #"{"fields":\#(BudgetRequest.fields)}"#)
            if answer.status != 200 { throw ProbeFile.Mistake(description: answer.text) }
        }
    }

    /// How each statement ended that was tried, in a word each.
    private static func outcome(_ answer: RESTAnswer) -> String {
        if [200, 404].contains(answer.status) { return "allowed" }
        let error = answer.json?["error"] ?? answer.json?.array?.first?["error"]
        guard answer.status == 403, let message = error?["message"]?.string else {
            return "answer \(answer.status)"
        }
        var words: [String] = []
        var start = message.startIndex
        for match in message.matches(of: /\ for '[a-z]+' @ L[0-9]+/) {
            words.append(word(message[start..<match.range.lowerBound]))
            start = match.range.upperBound
        }
        return words.isEmpty ? "unmatched" : words.joined(separator: ", ")
    }

    private static func word(_ reason: Substring) -> String {
        let reason = reason.drop { ", \n".contains($0) }
        if reason == "false" { return "false" }
        if reason.hasPrefix("Unable to evaluate the expression as the maximum of") { return "spent" }
        return reason.hasPrefix("evaluation error") ? "unknown" : "error"
    }
}
