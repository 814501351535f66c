import FirestoreRules
import Synchronization

/// Rules that can be used: planned to decide, and planned with tracing once somebody asks for coverage or an explanation.
final class PlannedRules: Sendable {
    let source: SourceFile
    let plan: RulesPlan
    private let syntax: RulesetSyntax
    private let traced = Mutex<RulesPlan?>(nil)

    /// Nil for rules that cannot be used.
    init?(_ ruleset: Ruleset) {
        guard let plan = ruleset.plan(), let syntax = ruleset.syntax else { return nil }
        source = ruleset.source
        self.plan = plan
        self.syntax = syntax
    }

    /// The same plan with tracing.
    var tracedPlan: RulesPlan {
        traced.withLock { traced in
            if let traced { return traced }
            let plan = Planner.plan(syntax, tracing: .on)
            traced = plan
            return plan
        }
    }
}
