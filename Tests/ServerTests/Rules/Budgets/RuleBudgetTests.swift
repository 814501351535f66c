import Foundation
import TestSupport
import Testing

/// How often pieces of conditions can stand in one until the budget of expressions is spent, as Google's emulator has it: asked again of
/// the embedded emulator, or of Google's where `FIRESTORE_EMULATOR_HOST` names it.
///
/// With `RECORD_EXCHANGES` set, the table is written down anew instead, and the test fails. `Scripts/record` does that.
@Suite("Budgets of rules")
struct RuleBudgetTests {
    @Test(arguments: BudgetTable.names)
    func `each row ends where it did on Google's emulator`(name: String) async throws {
        if SystemEnvironment.isRecording {
            try #require(SystemEnvironment.emulatorHost != nil, "FIRESTORE_EMULATOR_HOST is not set")
            try await record(name)
            Issue.record("\(name) is recorded anew; now compare it")
            return
        }
        var prober = try await BudgetProber()
        var questions: [BudgetProber.Question] = []
        var expected: [String] = []
        for (_, row, setup) in try BudgetTable(named: name).rows() {
            #expect(row.phases != nil, "\(row.text)")
            for end in row.ends {
                questions.append(BudgetProber.Question(row: row, setup: setup, count: end.count))
                expected.append(end.outcome)
            }
        }
        let answers = try await prober.answers(to: questions)
        for (question, (answer, outcome)) in zip(questions, zip(answers, expected)) where answer != outcome {
            Issue.record(
                "\(question.row.text), \(question.count) times, \(question.setup.request): \(answer), not \(outcome)"
            )
        }
    }

    private func record(_ name: String) async throws {
        var table = try BudgetTable(named: name)
        var prober = try await BudgetProber()
        let rows = try table.rows()
        var searches = rows.map { BudgetSearch(most: $0.setup.most) }
        while true {
            var questions: [BudgetProber.Question] = []
            var places: [Int] = []
            for (place, (_, row, setup)) in rows.enumerated() {
                for count in searches[place].next {
                    questions.append(BudgetProber.Question(row: row, setup: setup, count: count))
                    places.append(place)
                }
            }
            if questions.isEmpty { break }
            let answers = try await prober.answers(to: questions)
            for (index, answer) in answers.enumerated() {
                searches[places[index]].note(answer, at: questions[index].count)
            }
        }
        for (place, (index, row, _)) in rows.enumerated() {
            table.items[index] = .row(BudgetRow(text: row.text, phases: searches[place].phases))
        }
        try Data(table.text.utf8).write(to: BudgetTable.file(name))
    }

    @Test(arguments: BudgetTable.names)
    func `the tables are written as recording writes them`(name: String) throws {
        let text = try Data(contentsOf: BudgetTable.file(name))
        #expect(try BudgetTable(named: name).text == String(decoding: text, as: UTF8.self))
    }

    @Test func `no row is there twice under one heading, and there are many`() throws {
        var count = 0
        for name in BudgetTable.names {
            var seen: Set<String> = []
            for (_, row, setup) in try BudgetTable(named: name).rows() {
                count += 1
                #expect(seen.insert("\(setup)\(row.text)").inserted, "\(name): \(row.text)")
            }
        }
        #expect(count >= 700)
    }
}
