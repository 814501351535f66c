import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

extension DatabaseSteering {
    /// Makes the outcome of a condition depend on one of its tests, and gives that test an outcome.
    ///
    /// What stands beside the test in a conjunction is made true, what stands beside it in a disjunction false.
    mutating func isolate(
        _ expression: RuleExpression, to truth: Bool, _ scope: RuleScope, by choice: OperandChoice
    ) {
        switch expression.kind {
        case .logical(let sign, let operands):
            let index = choice.index(of: operands.map { scope.identity(of: $0) })
            let isFirst = random.oneIn(2)
            if isFirst { isolate(operands[index], to: truth, scope, by: choice) }
            for (other, operand) in operands.enumerated() where other != index {
                steer(operand, to: sign == .and, scope)
            }
            if !isFirst { isolate(operands[index], to: truth, scope, by: choice) }
        case .not(let operand): isolate(operand, to: !truth, scope, by: choice)
        case .conditional(let test, let first, let second):
            let parts = [test, first, second]
            let index = choice.index(of: parts.map { scope.identity(of: $0) })
            if index > 0 { steer(test, to: index == 1, scope) }
            isolate(parts[index], to: truth, scope, by: choice)
        default: if !expression.isConstant { force(expression, to: truth, scope) }
        }
    }

    /// Has a request allowed, as far as these rules are concerned: a rule grants each path, and all data is valid.
    ///
    /// - Parameters:
    ///   - trace: The rules as they were evaluated.
    ///   - choice: Which rule is to grant.
    ///   - isLeft: The rules that are left alone.
    mutating func allow(
        _ trace: RulesTrace, by choice: OperandChoice?,
        leaving isLeft: (RulesTrace.Attempt) -> Bool = { _ in false }
    ) {
        for operation in scenario.paths.indices {
            let grants = trace.grants(of: operation)
            guard !grants.contains(where: { $0.holds && !isLeft($0) }) else { continue }
            let others = grants.filter { !isLeft($0) }
            let picked = choice.map { choice in
                others.isEmpty ? nil : others[choice.index(of: others.map { $0.statement.id << 20 })]
            }
            if let grant = picked ?? random.pick(others) {
                steer(grant.statement.condition, to: true, RuleScope(grant))
            }
        }
        for attempt in trace.attempts where !attempt.isGrant && !attempt.holds && !isLeft(attempt) {
            steer(attempt.statement.condition, to: true, RuleScope(attempt))
        }
    }

    /// Has no other rule grant what one rule is to decide.
    mutating func shut(_ trace: RulesTrace, leaving isLeft: (RulesTrace.Attempt) -> Bool) {
        for attempt in trace.attempts where attempt.isGrant && attempt.holds && !isLeft(attempt) {
            steer(attempt.statement.condition, to: false, RuleScope(attempt))
        }
        for attempt in trace.attempts where !attempt.isGrant && !attempt.holds && !isLeft(attempt) {
            steer(attempt.statement.condition, to: true, RuleScope(attempt))
        }
    }
}

extension DatabaseSteering {
    /// Makes one test of a claim false, and has the rules allow the request.
    ///
    /// - Parameter traces: Of the claim, then of the rules.
    mutating func contradict(_ traces: [RulesTrace], by choice: OperandChoice) {
        // One can undo the other, so either comes last now and then.
        let isClaimFirst = random.oneIn(2)
        for isClaim in [isClaimFirst, !isClaimFirst] {
            if isClaim {
                for attempt in traces[0].attempts {
                    isolate(attempt.statement.condition, to: false, RuleScope(attempt), by: choice)
                }
            } else {
                allow(traces[1], by: choice)
            }
        }
    }
}
