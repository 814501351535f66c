import Foundation
import RealtimeDatabaseRules
import RulesCore
import RulesTesting
import Testing

@Suite("The suite for receipts in the Realtime Database")
struct ReceiptSuiteTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../emulator-config")

    private static func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func `C7: it passes, sees every condition true and false, and notices every mutant`() async throws {
        let rules = try DatabaseRuleset(ReceiptSuiteTests.read("database.rules.json"))
        let file = try TestSuite(
            ReceiptSuiteTests.read("suites/database-receipts.yaml"), file: "database-receipts.yaml",
            database: SuiteExample.database)
        let suite = try #require(file.database)
        let run = try await DatabaseSuitesRun([suite], rules: rules, lanes: 2)
        #expect(TextReport.failures(run.results) == [])
        #expect(CoverageText.lines(run.coverage).filter { $0.contains("←") } == [])

        let known = try KnownEquivalents(
            ReceiptSuiteTests.read("suites/equivalent-mutants.txt"), file: "equivalent-mutants.txt")
        let outcomes = try await run.mutants(lanes: 2)
        let report = MutationReport(outcomes, file: "database.rules.json", known: known)
        #expect(report.lines == [])
        #expect(outcomes.count > 200)
    }
}
