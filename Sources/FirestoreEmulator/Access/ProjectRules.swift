import FirestoreModel
import FirestoreRules
import Synchronization

/// The rules that a project has been given: as text, ready to decide, and what they have decided so far.
final class ProjectRules: Sendable {
    /// One source file.
    struct File: Sendable, Equatable {
        let name: String?
        let content: String
    }

    let files: [File]
    let ruleset: Ruleset
    /// Nil for rules that cannot be used.
    let plan: RulesPlan?
    private let coverage: Mutex<CoverageRecorder?>
    /// Told of every decision, while the database is locked.
    private let onDecision: (@Sendable (DecisionRecord) -> Void)?

    init(_ files: [File], onDecision: (@Sendable (DecisionRecord) -> Void)? = nil) {
        self.files = files
        self.onDecision = onDecision
        let file = files.first
        ruleset = Ruleset(
            SourceFile(name: file?.name ?? "firestore.rules", content: file?.content ?? ""))
        plan = ruleset.plan(tracing: .on)
        coverage = Mutex(plan.map { CoverageRecorder($0) })
    }

    /// The values that the expressions have had.
    ///
    /// - Throws: INVALID_ARGUMENT for rules that cannot be used.
    func coverageReport() throws(RPCStatus) -> CoverageReport {
        guard let plan, let recorder = coverage.withLock({ $0 }) else {
            throw .invalidArgument(CompilationReport(self).message)
        }
        return CoverageReport(plan, recorder)
    }

    /// Decides on a request.
    ///
    /// - Parameter log: Keeps the decision.
    /// - Throws: PERMISSION_DENIED with every allow statement that was tried; INVALID_ARGUMENT for rules that cannot be used.
    func check(
        _ request: RulesRequest, source: any RulesDataSource & Sendable, _ log: DecisionLog?
    ) throws(RPCStatus) {
        guard let plan else {
            throw .invalidArgument(CompilationReport(self).message)
        }
        var decision = RulesDecision(request, by: plan, source: source, isTraced: true)
        let denial = decision.run()
        let steps = decision.steps
        if let onDecision {
            onDecision(DecisionRecord(request: request, source: source, denial: denial, steps: steps))
        } else {
            coverage.withLock { $0?.add(steps) }
        }
        log?.append(KeptDecision(request, decision, source: source), by: self)
        if let denial { throw RPCStatus(.permissionDenied, denial.message) }
    }
}
