import JSONText
import RulesCore
import Testing

@Suite("SARIF reports")
struct SARIFReportTests {
    private static func report(_ results: [SARIFReport.Result]) -> JSON {
        SARIFReport(
            version: "1.2.3",
            rules: [
                SARIFReport.Rule(id: "first", summary: "The first."),
                SARIFReport.Rule(id: "second", summary: "The second."),
            ], results: results
        ).json
    }

    private static let range = SourceRange(
        start: SourcePosition(line: 3, column: 7, offset: 40), endOffset: 44)

    @Test func `a report names the program, its rules and the version of the format`() throws {
        let log = Self.report([])
        #expect(log["version"]?.string == "2.1.0")
        let run = try #require(log["runs"]?.array?.first)
        let driver = try #require(run["tool"]?["driver"])
        #expect(driver["name"]?.string == "receipts")
        #expect(driver["version"]?.string == "1.2.3")
        #expect(driver["rules"]?.array?.compactMap { $0["id"]?.string } == ["first", "second"])
        #expect(run["results"]?.array?.isEmpty == true)
    }

    @Test func `a result has its rule, its level and its place`() throws {
        let log = Self.report([
            SARIFReport.Result(
                rule: "second", level: .warning, message: "Too \"open\".", file: "my rules/é.rules",
                range: Self.range)
        ])
        let result = try #require(log["runs"]?.array?.first?["results"]?.array?.first)
        #expect(result["ruleId"]?.string == "second")
        #expect(result["ruleIndex"] == .number("1"))
        #expect(result["level"]?.string == "warning")
        #expect(result["message"]?["text"]?.string == "Too \"open\".")
        let place = try #require(result["locations"]?.array?.first?["physicalLocation"])
        #expect(place["artifactLocation"]?["uri"]?.string == "my%20rules/%C3%A9.rules")
        #expect(place["region"]?["startLine"] == .number("3"))
        #expect(place["region"]?["startColumn"] == .number("7"))
    }

    @Test func `a result about a whole file has no region`() throws {
        let log = Self.report([
            SARIFReport.Result(rule: "first", level: .note, message: "m", file: "a.rules", range: nil)
        ])
        let result = try #require(log["runs"]?.array?.first?["results"]?.array?.first)
        #expect(result["locations"]?.array?.first?["physicalLocation"]?["region"] == nil)
    }

    @Test func `a diagnostic becomes a result with its hint`() {
        let diagnostic = Diagnostic(.error, "Unknown name.", at: Self.range, hint: "did you mean auth?")
        let result = diagnostic.sarif(in: SourceFile(name: "a.rules", content: ""))
        #expect(result.rule == "rules-error" && result.level == .error)
        #expect(result.message == "Unknown name. (did you mean auth?)")
        #expect(Diagnostic.sarifRules.contains { $0.id == result.rule })
    }
}
