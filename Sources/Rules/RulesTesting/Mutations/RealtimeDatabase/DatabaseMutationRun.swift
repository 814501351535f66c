package import RealtimeDatabaseRules
import RulesCore

/// Asks rules of the Realtime Database again what a suite has asked, each time with a mutant of them, to see which mutants it notices.
package struct DatabaseMutationRun: MutantTrial {
    private let recordings: [(caseName: String, decision: DatabaseCaseResult.Decision)]
    /// Which recordings evaluate an expression.
    private let recordingsByRange: [SourceRange: [Int]]

    /// Prepares from the results of a run on the unchanged rules, in which all cases passed.
    package init(_ results: [DatabaseCaseResult], rules: DatabaseRuleset) {
        recordings = results.flatMap { result in result.decisions.map { (result.result.name, $0) } }
        var byRange: [SourceRange: [Int]] = [:]
        for (index, recording) in recordings.enumerated() {
            for range in recording.decision.decision.evaluatedRanges(in: rules) {
                byRange[range, default: []].append(index)
            }
        }
        recordingsByRange = byRange
    }

    package func fate(of mutant: Mutant) async -> MutantFate? {
        guard let rules = try? DatabaseRuleset(mutant.source.content, name: mutant.source.name) else {
            return nil
        }
        let relevant: [Int]
        switch mutant.reach {
        case .everything: relevant = Array(recordings.indices)
        case .expression(let range): relevant = recordingsByRange[range] ?? []
        }
        if relevant.isEmpty { return .notReached }
        // A step that comes out otherwise fails its case, so that it does not matter what later ones would see.
        for index in relevant where isNoticed(recordings[index].decision, by: rules) {
            return .killed(by: recordings[index].caseName)
        }
        return .survived
    }

    private func isNoticed(_ recording: DatabaseCaseResult.Decision, by rules: DatabaseRuleset) -> Bool {
        let isTraced = if case .denied(_?) = recording.expectation { true } else { false }
        let decision = rules.decide(recording.request, isTraced: isTraced)
        return recording.expectation.failure(for: decision, on: recording.request, by: rules) != nil
    }
}
