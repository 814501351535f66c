/// A case that was run, with the decisions of the rules: those of Firestore are ``FirestoreDecision``, those of the Realtime Database
/// ``DatabaseSuiteDecision``.
package struct RecordedCase<Decision: Sendable>: Sendable {
    package var result: CaseResult
    /// The steps, up to the one that failed.
    package var steps: [StepRecord<Decision>] = []

    /// The decisions in order. There are none on another server, and none for an administrator.
    package var decisions: [Decision] { steps.flatMap(\.decisions) }
}

/// The decisions of one step.
package struct StepRecord<Decision: Sendable>: Sendable {
    package var expectation: SuiteExpectation
    package var decisions: [Decision]
    /// Whether the rules would have been evaluated further, if the last decision had been the opposite.
    package var isPartial = false
}

extension RecordedCase {
    /// Runs the cases of suites, several at a time.
    ///
    /// - Parameters:
    ///   - counts: The number of cases of each suite.
    ///   - makeLane: Creates what the cases of a lane share. They run one after the other.
    ///   - run: Runs a case, by the places of its suite and of the case in it.
    /// - Returns: The cases in order.
    static func run<Lane>(
        counts: [Int], lanes: Int, lane makeLane: @escaping @Sendable () -> Lane,
        _ run: @escaping @Sendable (_ suite: Int, _ place: Int, inout Lane) async throws -> RecordedCase
    ) async throws -> [RecordedCase] {
        let jobs = counts.enumerated().flatMap { suite, count in (0..<count).map { (suite, $0) } }
        return try await WorkQueue.map(count: jobs.count, lanes: lanes, lane: makeLane) { index, lane in
            let (suite, place) = jobs[index]
            let start = ContinuousClock.now
            var recorded = try await run(suite, place, &lane)
            recorded.result.duration = ContinuousClock.now - start
            return recorded
        }
    }
}
