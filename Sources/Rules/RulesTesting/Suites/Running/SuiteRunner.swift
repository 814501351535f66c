import FirestoreEmulator
package import FirestoreModel
package import FirestoreRules

/// Runs suites against one rules file.
package struct SuiteRunner: Sendable {
    /// Where cases run that need a server.
    package enum Place: Sendable {
        /// Embedded servers, so many side by side.
        case embedded(lanes: Int)
        /// A server elsewhere, on which cases run one by one.
        case server(SuiteServer)
    }

    let rules: SourceFile
    let plan: RulesPlan
    let database: DatabaseID
    let place: Place

    /// Prepares to run.
    ///
    /// - Returns: Nil for rules that cannot be used.
    package init?(rules: Ruleset, database: DatabaseID, place: Place) {
        guard let plan = rules.plan(tracing: .on) else { return nil }
        self.rules = rules.source
        self.plan = plan
        self.database = database
        self.place = place
    }

    /// The same runner with other rules.
    ///
    /// - Returns: Nil for rules that cannot be used.
    package func changed(by rules: Ruleset) -> SuiteRunner? {
        SuiteRunner(rules: rules, database: database, place: place)
    }

    private struct Job: Sendable {
        let suite: SuiteFile
        let suiteIndex: Int
        let caseIndex: Int
    }

    /// Runs all cases.
    ///
    /// - Returns: The results in the order of the cases.
    /// - Throws: ``ServerFailure`` or a transport's error when the server is of no use; a cancelled task's error.
    package func run(_ suites: [SuiteFile]) async throws -> [CaseResult] {
        let jobs = suites.enumerated().flatMap { suiteIndex, suite in
            (0..<suite.count).map { Job(suite: suite, suiteIndex: suiteIndex, caseIndex: $0) }
        }
        let queue = WorkQueue(count: jobs.count)
        return try await withThrowingTaskGroup(of: [(Int, CaseResult)].self) { group in
            for _ in 0..<max(1, min(lanes, jobs.count)) {
                group.addTask {
                    var results: [(Int, CaseResult)] = []
                    var servers: [Int: SuiteServer] = [:]
                    while let index = queue.next() {
                        try Task.checkCancellation()
                        results.append((index, try await run(jobs[index], &servers)))
                    }
                    return results
                }
            }
            var results: [(Int, CaseResult)] = []
            for try await part in group { results += part }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private var lanes: Int {
        switch place {
        case .embedded(let lanes): lanes
        case .server: 1
        }
    }

    private func run(_ job: Job, _ servers: inout [Int: SuiteServer]) async throws -> CaseResult {
        let start = ContinuousClock.now
        var result: CaseResult
        switch job.suite {
        case .given(let suite): result = run(suite.cases[job.caseIndex], of: suite)
        case .short(let suite):
            let server = server(for: suite, servers[job.suiteIndex])
            servers[job.suiteIndex] = server
            result = try await run(suite.cases[job.caseIndex], of: suite, on: server)
        }
        result.duration = ContinuousClock.now - start
        return result
    }

    private func server(for suite: RulesSuite, _ known: SuiteServer?) -> SuiteServer {
        if let known { return known }
        switch place {
        case .embedded: return SuiteServer(rules: rules, now: suite.now, database: database)
        case .server(let server): return server
        }
    }

    /// Runs one case alone, by its place among all cases of the suites.
    ///
    /// - Returns: True when it passes.
    package func passes(_ index: Int, of suites: [SuiteFile]) async -> Bool {
        var rest = index
        for (suiteIndex, suite) in suites.enumerated() {
            if rest < suite.count {
                var servers: [Int: SuiteServer] = [:]
                let job = Job(suite: suite, suiteIndex: suiteIndex, caseIndex: rest)
                return (try? await run(job, &servers))?.failure == nil
            }
            rest -= suite.count
        }
        return true
    }

    // MARK: Cases

    private func run(
        _ item: SuiteCase, of suite: RulesSuite, on server: SuiteServer
    ) async throws -> CaseResult {
        var result = CaseResult(suite: suite.name, file: suite.file, line: item.line, name: item.name)
        do {
            try await server.prepare(suite.documents + item.given)
        } catch let failure as ServerFailure where failure.isOfCase {
            result.failure = CaseFailure(expected: "documents to begin with", actual: failure.message)
            return result
        }
        for step in item.steps {
            _ = server.decisions?.take()
            let (answer, isPartial) = try await server.perform(step)
            let decisions = (server.decisions?.take() ?? []).map { record in
                StepRecord.Decision(
                    subject: .request(record.request, record.source), denial: record.denial,
                    steps: record.steps)
            }
            result.steps.append(
                StepRecord(expectation: step.expectation, decisions: decisions, isPartial: isPartial))
            if var failure = step.expectation.failure(for: answer) {
                failure.step = step.summary
                failure.line = step.line
                failure.explanation = result.steps.last?.decisions.last.flatMap { explanation($0.subject) }
                result.failure = failure
                return result
            }
        }
        return result
    }

    /// How the rules came to a decision.
    private func explanation(_ subject: DecisionSubject) -> String? {
        guard case .request(let request, let source) = subject else { return nil }
        var decision = subject.decision(by: plan, isTraced: true)
        _ = decision.run()
        return Explanation(KeptDecision(request, decision, source: source), by: plan, rules).text(
            quoting: rules)
    }

    private func run(_ item: GivenSuite.Case, of suite: GivenSuite) -> CaseResult {
        var result = CaseResult(suite: suite.file, file: suite.file, line: item.line, name: item.name)
        let subject = DecisionSubject.given(item.request)
        var decision = subject.decision(by: plan, isTraced: true)
        let denial = decision.run()
        let expectation: SuiteExpectation = item.isAllowed ? .allowed : .denied(containing: nil)
        result.steps = [
            StepRecord(
                expectation: expectation,
                decisions: [StepRecord.Decision(subject: subject, denial: denial, steps: decision.steps)],
                isPartial: false)
        ]
        result.failure = expectation.failure(for: denial.map { .denied($0.message) } ?? .allowed)
        if let failure = result.failure, !decision.unmockedCalls.isEmpty {
            let calls = "without a mock: \(decision.unmockedCalls.joined(separator: ", "))"
            result.failure?.message = failure.message.map { "\($0)\n\(calls)" } ?? calls
        }
        return result
    }
}
