import HTTPTypes
import JSONText
import TestSupport

/// Has a server evaluate the expressions of a file: sets rules around each, sends the request that calls for it, and reads
/// what became of it in the coverage report.
struct Prober {
    private let server: TestServer
    private let placeholders: Placeholders
    /// What holds before the first heading.
    private var general = ProbeSetup()
    private var setup = ProbeSetup()
    private var isBelowHeading = false

    init() throws {
        server = try TestServer()
        placeholders = Placeholders(project: server.project, other: "other-" + server.project)
    }

    var isGoogles: Bool { server.isGoogles }

    /// The answers to the expressions of a file, in order.
    mutating func answers(to file: ProbeFile) async throws -> [[String]] {
        var answers: [[String]] = []
        for item in file.items {
            switch item {
            case .comment(let line):
                if !line.hasPrefix("## ") { continue }
                if !isBelowHeading { general = setup }
                isBelowHeading = true
                setup = general
            case .directive(let lines):
                try await apply(lines.joined(separator: " "))
            case .probe(let probe):
                do {
                    answers.append(try await answer(to: probe))
                } catch {
                    throw ProbeFile.Mistake(description: "\(probe.text): \(error)")
                }
            }
        }
        return answers
    }

    private mutating func apply(_ directive: String) async throws {
        let words = directive.dropFirst().split(separator: " ", maxSplits: 1)
        let argument = words.count > 1 ? String(words[1]) : ""
        guard words.first == "stored" else { return try setup.apply(words[0], argument) }
        let parts = argument.split(separator: " ", maxSplits: 1)
        let body = parts.count > 1 ? placeholders.filled(#"{"fields":\#(parts[1])}"#) : ""
        let answer = try await server.exchange(body.isEmpty ? .delete : .patch, String(parts[0]), body: body)
        if answer.status != 200 { throw ProbeFile.Mistake(description: "\(directive): \(answer.text)") }
    }

    private func answer(to probe: Probe) async throws -> [String] {
        let rules = JSON.string(placeholders.filled(setup.rules(probe))).compactText
        let project = "/emulator/v1/projects/\(server.project)"
        let upload = try await server.exchange(
            .put, project + ":securityRules", body: #"{"rules":{"files":[{"name":"p","content":\#(rules)}]}}"#
        )
        let reader = ProbeAnswer(setup: setup)
        if upload.status != 200 { return reader.refusal(upload) }
        let answer = try await server.exchange(
            setup.method, placeholders.filled(setup.path), body: placeholders.filled(setup.body),
            authorization: setup.authorization)
        let coverage = try await server.exchange(.get, project + ":ruleCoverage")
        return reader.lines(upload: upload, answer: answer, coverage: coverage)
    }
}
