import FirestoreModel
import FirestoreRules
import Synchronization

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
    let plan: RulesPlan?
    /// Identifies these rules, also against the same rules of another run. It has no other meaning.
    let tag = String(UInt64.random(in: .min ... .max), radix: 36)
    private let coverage: Mutex<CoverageRecorder?>
    /// Called for every decision, before the request is answered.
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

    /// The recorded values of the expressions.
    ///
    /// - Throws: INVALID_ARGUMENT for rules that cannot be used.
    func coverageReport() throws(RPCStatus) -> CoverageReport {
        guard let plan, let recorder = coverage.withLock({ $0 }) else {
            throw .invalidArgument(CompilationReport(self).message)
        }
        return CoverageReport(plan, recorder)
    }

    /// Decides on a request, without recording it.
    ///
    /// - Throws: INVALID_ARGUMENT for rules that cannot be used.
    func decide(
        _ request: RulesRequest, source: any RulesDataSource & Sendable
    ) throws(RPCStatus) -> Verdict {
        guard let plan else {
            throw .invalidArgument(CompilationReport(self).message)
        }
        var decision = RulesDecision(request, by: plan, source: source, isTraced: true)
        let denial = decision.run()
        return Verdict(rules: self, request: request, source: source, decision: decision, denial: denial)
    }

    /// The decision on a request.
    struct Verdict {
        fileprivate let rules: ProjectRules
        fileprivate let request: RulesRequest
        fileprivate let source: any RulesDataSource & Sendable
        let decision: RulesDecision
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

        /// Records the decision, for coverage and in the log.
        ///
        /// - Parameter isBackground: Whether it is a background read.
        /// - Returns: The number of a denial, if it is kept.
        func record(in log: DecisionLog?, isBackground: Bool = false) -> Int? {
            let steps = decision.steps
            if let onDecision = rules.onDecision {
                onDecision(DecisionRecord(request: request, source: source, denial: denial, steps: steps))
            } else {
                rules.coverage.withLock { $0?.add(steps) }
            }
            let number = log?.append(
                KeptDecision(request, decision, source: source), by: rules,
                isBackground: isBackground && denial == nil)
            return denial == nil ? nil : number
        }
    }
}
