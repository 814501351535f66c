package import EmulatorAccess
import FirestoreModel
import RealtimeDatabaseModel
package import RealtimeDatabaseRules
import RulesCore

/// Runs suites against rules of the Realtime Database. The rules decide directly, without a server.
package struct DatabaseSuiteRunner: Sendable {
    private let rules: DatabaseRuleset
    /// For suites that name no time.
    private let clock: EmulatorClock

    package init(rules: DatabaseRuleset, clock: EmulatorClock = .system) {
        self.rules = rules
        self.clock = clock
    }

    /// Runs all cases, several at a time.
    ///
    /// - Returns: The cases in order.
    /// - Throws: A cancelled task's error.
    package func run(
        _ suites: [DatabaseSuite], lanes: Int
    ) async throws -> [RecordedCase<DatabaseSuiteDecision>] {
        let starts = suites.map { start(of: $0) }
        return try await RecordedCase.run(counts: suites.map(\.cases.count), lanes: lanes, lane: {}) {
            suite, place, _ in
            run(suites[suite].cases[place], of: suites[suite], from: starts[suite])
        }
    }

    /// The data that all cases of a suite begin with.
    private func start(of suite: DatabaseSuite) -> Result<DatabaseCaseRun, DataProblem> {
        Result { () throws(DataProblem) in
            var start = DatabaseCaseRun(now: suite.now ?? clock.now())
            try start.store(suite.given)
            return start
        }
    }

    private func run(
        _ item: DatabaseSuite.Case, of suite: DatabaseSuite, from start: Result<DatabaseCaseRun, DataProblem>
    ) -> RecordedCase<DatabaseSuiteDecision> {
        var recorded = RecordedCase<DatabaseSuiteDecision>(
            result: CaseResult(suite: suite.name, file: suite.file, line: item.line, name: item.name))
        var run: DatabaseCaseRun
        do throws(DataProblem) {
            run = try start.get()
            try run.store(item.given)
        } catch {
            recorded.result.failure = CaseFailure(expected: "initial data", actual: error.reason)
            return recorded
        }
        for step in item.steps {
            var record = StepRecord<DatabaseSuiteDecision>(expectation: step.expectation, decisions: [])
            let failure = failure(of: step, in: &run, &record.decisions)
            recorded.steps.append(record)
            guard var failure else { continue }
            failure.step = step.summary
            failure.line = step.line
            recorded.result.failure = failure
            return recorded
        }
        return recorded
    }

    /// Carries a step out.
    ///
    /// - Returns: What is wrong with the answer of the rules; nil if it is the expected one.
    private func failure(
        of step: DatabaseSuite.Step, in run: inout DatabaseCaseRun, _ decisions: inout [DatabaseSuiteDecision]
    ) -> CaseFailure? {
        let request: DatabaseRequest
        do throws(DataProblem) {
            request = try run.request(for: step)
        } catch {
            return step.expectation.failure(for: .refused(error.reason))
        }
        if step.identity == .admin {
            run.carryOut(request)
            return step.expectation.failure(for: .allowed)
        }
        let decision = rules.decide(request, isTraced: true)
        decisions.append(DatabaseSuiteDecision(request: request, decision: decision))
        if decision.isAllowed { run.carryOut(request) }
        guard var failure = step.expectation.failure(for: decision, on: request, by: rules) else {
            return nil
        }
        let explanation = Explanation(decision, on: request, by: rules)
        if !decision.isAllowed { failure.message = explanation.summary }
        failure.explanation = explanation.text(quoting: rules.source)
        failure.decision = explanation
        return failure
    }
}

extension SuiteExpectation {
    /// What is wrong with a decision, which must have been traced if a text is expected; nil if it is the expected one.
    ///
    /// The text is searched for in the explanation of a denial.
    func failure(
        for decision: DatabaseDecision, on request: DatabaseRequest, by rules: DatabaseRuleset
    ) -> CaseFailure? {
        guard !decision.isAllowed else { return failure(for: .allowed) }
        guard case .denied(_?) = self else { return failure(for: .denied("")) }
        return failure(for: .denied(Explanation(decision, on: request, by: rules).text()))
    }
}
