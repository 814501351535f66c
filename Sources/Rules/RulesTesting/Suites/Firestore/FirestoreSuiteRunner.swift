import FirestoreEmulator
package import FirestoreModel
package import FirestoreRules

/// Runs suites against a rules file of Firestore.
package struct FirestoreSuiteRunner: Sendable {
    /// Where to run cases that need a server.
    package enum Place: Sendable {
        /// Embedded servers, this many side by side.
        case embedded(lanes: Int)
        /// A server elsewhere, where cases run one by one.
        case server(SuiteServer)
    }

    let rules: Ruleset
    let plan: RulesPlan
    let database: DatabaseID
    let place: Place

    /// Prepares to run.
    ///
    /// - Returns: Nil if the rules cannot be used.
    package init?(rules: Ruleset, database: DatabaseID, place: Place) {
        guard let plan = rules.plan() else { return nil }
        self.rules = rules
        self.plan = plan
        self.database = database
        self.place = place
    }

    /// The same runner with other rules.
    ///
    /// - Returns: Nil if the rules cannot be used.
    package func changed(by rules: Ruleset) -> FirestoreSuiteRunner? {
        FirestoreSuiteRunner(rules: rules, database: database, place: place)
    }

    /// The embedded servers of a lane, by the places of their suites.
    private typealias Servers = [Int: SuiteServer]

    /// Runs all cases.
    ///
    /// - Returns: The cases in order.
    /// - Throws: ``ServerFailure`` if the server cannot be used; a cancelled task's error.
    package func run(_ suites: [SuiteFile]) async throws -> [RecordedCase<FirestoreDecision>] {
        try await RecordedCase.run(counts: suites.map(\.count), lanes: lanes, lane: { Servers() }) {
            suite, place, servers in
            try await run(place, of: suites[suite], at: suite, &servers)
        }
    }

    private var lanes: Int {
        switch place {
        case .embedded(let lanes): lanes
        case .server: 1
        }
    }

    private func run(
        _ place: Int, of suite: SuiteFile, at index: Int, _ servers: inout Servers
    ) async throws -> RecordedCase<FirestoreDecision> {
        switch suite {
        case .given(let suite): return run(suite.cases[place], of: suite)
        case .short(let suite):
            let server = try server(for: suite, servers[index])
            servers[index] = server
            return try await run(suite.cases[place], of: suite, on: server)
        }
    }

    private func server(for suite: RulesSuite, _ known: SuiteServer?) throws -> SuiteServer {
        if let known { return known }
        switch place {
        case .embedded:
            return try SuiteServer(suite, rules: rules.source, database: database)
        case .server(let server): return server
        }
    }

    /// Runs one case alone, by its place among all cases of the suites.
    ///
    /// - Returns: True if it passes.
    package func passes(_ index: Int, of suites: [SuiteFile]) async -> Bool {
        var rest = index
        for (suiteIndex, suite) in suites.enumerated() {
            if rest < suite.count {
                var servers = Servers()
                return (try? await run(rest, of: suite, at: suiteIndex, &servers))?.result.failure == nil
            }
            rest -= suite.count
        }
        return true
    }

    // MARK: Cases

    private func run(
        _ item: RulesSuite.Case, of suite: RulesSuite, on server: SuiteServer
    ) async throws -> RecordedCase<FirestoreDecision> {
        var recorded = RecordedCase<FirestoreDecision>(
            result: CaseResult(suite: suite.name, file: suite.file, line: item.line, name: item.name))
        do {
            try await server.prepare(suite.given, item.given)
        } catch let failure as ServerFailure where failure.isOfCase {
            recorded.result.failure = CaseFailure(
                expected: "initial documents", actual: failure.message)
            return recorded
        }
        for step in item.steps {
            _ = server.decisions?.take()
            let (answer, isPartial) = try await server.perform(step)
            let decisions = (server.decisions?.take() ?? []).map { record in
                FirestoreDecision(
                    subject: .request(record.request, record.source), denial: record.denial)
            }
            recorded.steps.append(
                StepRecord(expectation: step.expectation, decisions: decisions, isPartial: isPartial))
            if var failure = step.expectation.failure(for: answer) {
                failure.step = step.summary
                failure.line = step.line
                failure.decision = decisions.last.flatMap { explanation($0.subject) }
                failure.explanation = failure.decision?.text(quoting: rules.source)
                recorded.result.failure = failure
                return recorded
            }
        }
        return recorded
    }

    /// How the rules decided.
    private func explanation(_ subject: DecisionSubject) -> Explanation? {
        guard case .request(let request, let source) = subject, let plan = rules.plan(tracing: .on) else {
            return nil
        }
        var decision = subject.decision(by: plan, isTraced: true)
        _ = decision.run()
        return Explanation(KeptDecision(request, decision, source: source), by: plan, rules.source)
    }

    private func run(_ item: GivenSuite.Case, of suite: GivenSuite) -> RecordedCase<FirestoreDecision> {
        let subject = DecisionSubject.given(item.request)
        var decision = subject.decision(by: plan)
        let denial = decision.run()
        let expectation: SuiteExpectation = item.isAllowed ? .allowed : .denied(containing: nil)
        var failure = expectation.failure(for: denial.map { .denied($0.message) } ?? .allowed)
        if let message = failure.map(\.message), !decision.unmockedCalls.isEmpty {
            let calls = "without a mock: \(decision.unmockedCalls.joined(separator: ", "))"
            failure?.message = message.map { "\($0)\n\(calls)" } ?? calls
        }
        return RecordedCase(
            result: CaseResult(
                suite: suite.file, file: suite.file, line: item.line, name: item.name, failure: failure),
            steps: [
                StepRecord(
                    expectation: expectation,
                    decisions: [FirestoreDecision(subject: subject, denial: denial)])
            ])
    }
}
