import FirestoreRules

extension Steering {
    /// Makes the outcome of a condition depend on one of its tests, and gives that test an outcome.
    ///
    /// What stands beside the test in a conjunction is made true, what stands beside it in a disjunction false.
    mutating func isolate(
        _ evaluated: EvaluatedExpression, to truth: Bool, _ scope: ConditionScope, by choice: TestChoice
    ) {
        guard evaluated.outcome != nil else { return }
        if case .expression(let expression) = evaluated.form {
            switch expression.kind {
            case .binary(.and, _, _, _):
                return isolate(evaluated.chain(.and), rest: true, to: truth, scope, by: choice)
            case .binary(.or, _, _, _):
                return isolate(evaluated.chain(.or), rest: false, to: truth, scope, by: choice)
            case .unary(.not, _):
                if let operand = evaluated.operands.first { isolate(operand, to: !truth, scope, by: choice) }
                return
            case .conditional where evaluated.operands.count == 3:
                let index = choice.index(among: evaluated.operands)
                if index > 0 { steer(evaluated.operands[0], to: index == 1, scope) }
                return isolate(evaluated.operands[index], to: truth, scope, by: choice)
            default: break
            }
        }
        if let (inner, innerScope) = scope.unfolded(evaluated) {
            isolate(inner, to: truth, innerScope, by: choice)
        } else {
            evaluated.truth == truth ? nudge(evaluated, scope) : steer(evaluated, to: truth, scope)
        }
    }

    private mutating func isolate(
        _ operands: [EvaluatedExpression], rest: Bool, to truth: Bool, _ scope: ConditionScope,
        by choice: TestChoice
    ) {
        let index = choice.index(among: operands)
        let isFirst = random.oneIn(2)
        if isFirst { isolate(operands[index], to: truth, scope, by: choice) }
        for (other, operand) in operands.enumerated() where other != index { steer(operand, to: rest, scope) }
        if !isFirst { isolate(operands[index], to: truth, scope, by: choice) }
    }
}

extension Steering {
    /// Makes one test of a claim false, and a statement of the rules allow.
    ///
    /// - Parameter traces: Of the claim, then of the rules.
    mutating func contradict(_ traces: [ScenarioTrace], by choice: TestChoice) {
        let (claims, statements) = (traces[0].attempts, traces[1].attempts)
        // One can undo the other, so either comes last now and then.
        let isClaimFirst = random.oneIn(2)
        for isClaim in [isClaimFirst, !isClaimFirst] {
            if isClaim {
                for claim in claims { isolate(claim.condition, to: false, claim.scope, by: choice) }
            } else if !statements.isEmpty {
                let statement = statements[choice.index(among: statements.map(\.condition))]
                steer(statement.condition, to: true, statement.scope)
            }
        }
    }
}

extension EvaluatedExpression {
    /// The operands of a chain such as `a && b && c`; a part that was not evaluated stands for its operands.
    func chain(_ operation: BinaryOperator) -> [EvaluatedExpression] {
        guard case .expression(let expression) = form, case .binary(operation, _, _, _) = expression.kind,
            !operands.isEmpty
        else {
            return [self]
        }
        return operands.flatMap { $0.chain(operation) }
    }
}
