import FirestoreModel
import FirestoreRules

/// The rules of a project: as text, ready to decide, and with their decisions so far.
final class ProjectRules: Sendable {
    /// One source file.
    struct File: Sendable, Equatable {
        let name: String?
        let content: String
    }

    let files: [File]
    let ruleset: Ruleset
    /// Nil for rules that cannot be used.
    let planned: PlannedRules?
    /// Identifies these rules, also against the same rules of another run. It has no other meaning.
    let tag = String(UInt64.random(in: .min ... .max), radix: 36)
    let coverage: CoverageCounter?
    /// Called for every decision, before the request is answered.
    private let onDecision: (@Sendable (DecisionRecord) -> Void)?

    init(
        _ files: [File], coverage bounds: CoverageBounds = CoverageBounds(),
        onDecision: (@Sendable (DecisionRecord) -> Void)? = nil
    ) {
        self.files = files
        self.onDecision = onDecision
        let file = files.first
        ruleset = Ruleset(
            SourceFile(name: file?.name ?? "firestore.rules", content: file?.content ?? ""))
        planned = PlannedRules(ruleset)
        coverage = planned.map { CoverageCounter($0, bounds: bounds) }
    }

    /// The values of the expressions.
    ///
    /// - Throws: INVALID_ARGUMENT for rules that cannot be used.
    func coverageReport() throws(RPCStatus) -> CoverageReport {
        guard let coverage else { throw .invalidArgument(CompilationReport(self).message) }
        return coverage.report()
    }

    /// Decides on a request, without recording it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - writes: The writes of a commit; empty for a read.
    ///   - state: The documents.
    ///   - time: The time for server timestamps.
    /// - Throws: INVALID_ARGUMENT for rules that cannot be used.
    func decide(
        _ request: RulesRequest, writes: [Write] = [], on state: DatabaseState, at time: Timestamp
    ) throws(RPCStatus) -> Verdict {
        guard let planned else { throw .invalidArgument(CompilationReport(self).message) }
        let source: any RulesDataSource & Sendable =
            writes.isEmpty ? ReadSource(state: state) : WriteSource(writes, on: state, at: time)
        var decision = RulesDecision(request, by: planned.plan, source: source)
        let denial = decision.run()
        let decided = DecidedRequest(
            request, decision, isAllowed: denial == nil, writes: writes, on: state, at: time)
        return Verdict(rules: self, planned: planned, source: source, decided: decided, denial: denial)
    }

    /// The decision on a request.
    struct Verdict {
        fileprivate let rules: ProjectRules
        fileprivate let planned: PlannedRules
        fileprivate let source: any RulesDataSource & Sendable
        let decided: DecidedRequest
        fileprivate let denial: Denial?

        /// Checks that the request is allowed.
        ///
        /// - Parameter number: The number of the denial, if it is kept.
        /// - Throws: PERMISSION_DENIED with every allow statement that was tried.
        func check(_ number: Int? = nil) throws(RPCStatus) {
            guard let denial else { return }
            var status = RPCStatus(.permissionDenied, denial.message)
            status.decision = number
            throw status
        }

        /// Why the rules decided so.
        var explanation: Explanation { decided.explanation(by: planned) }

        /// Records the decision, for coverage and in the log.
        ///
        /// - Parameter isBackground: Whether it is a background read.
        /// - Returns: Its number, if it is kept.
        func record(in log: DecisionLog?, isBackground: Bool = false) -> Int? {
            if let onDecision = rules.onDecision {
                onDecision(DecisionRecord(request: decided.request, source: source, denial: denial))
            } else {
                rules.coverage?.add(decided)
            }
            return log?.append(decided, by: planned, isBackground: isBackground && denial == nil)
        }
    }
}
