package import RulesCore

/// A run of suites on their rules, in either language.
package protocol SuitesRun: Sendable {
    /// A decision of the rules.
    associatedtype Decision: Sendable
    /// Changed rules, ready to decide.
    associatedtype ChangedRules: Sendable

    /// The cases, in order.
    var cases: [RecordedCase<Decision>] { get }
    /// How often each condition of the rules was true and false.
    var coverage: any CoveredRules { get }
    /// All mutants of the rules. Some may not compile.
    var candidates: [Mutant] { get }

    /// The ranges of the expressions that were evaluated for each decision.
    func evaluatedRanges(for decisions: [Decision]) -> [Set<SourceRange>]

    /// Prepares changed rules; nil if they do not compile.
    func changedRules(_ source: SourceFile) -> ChangedRules?

    /// Whether a step by itself fails if changed rules make one of its decisions.
    func isNoticed(_ decision: Decision, of step: StepRecord<Decision>, by rules: ChangedRules) -> Bool

    /// Whether a case passes if it is run from its beginning with changed rules.
    func passes(_ index: Int, by source: SourceFile) async -> Bool
}

extension SuitesRun {
    /// The outcomes of the cases, in order.
    package var results: [CaseResult] { cases.map(\.result) }

    /// Tries all mutants of the rules, several at a time. The cases must have passed.
    ///
    /// - Throws: A cancelled task's error.
    package func mutants(
        lanes: Int, onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [MutantResult] {
        try await MutationRun(self).results(candidates, lanes: lanes, onProgress: onProgress)
    }
}
