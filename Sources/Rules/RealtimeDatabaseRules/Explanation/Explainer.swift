import RulesCore

/// Finds out which expressions of an evaluation decided.
struct Explainer {
    /// How many characters of an expression to quote.
    static let quotation = 100

    private let statement: RuleStatement
    private let lines: SourceLines
    private let trace: [Outcome?]
    private let user: String?
    private let isAllowed: Bool

    /// - Parameter user: The id of the signed-in user; nil if nobody is signed in.
    init(_ statement: RuleStatement, _ lines: SourceLines, user: String?, _ trace: [Outcome?]) {
        self.statement = statement
        self.lines = lines
        self.user = user
        self.trace = trace
        isAllowed = Explainer.outcome(of: statement.condition, in: trace)?.truth == true
    }

    /// An expression that was evaluated, with its causes.
    func finding(_ expression: RuleExpression) -> Explanation.Finding {
        let causes = causes(of: expression)
        let facts = causes.isEmpty ? Facts(on: expression, self) : nil
        let findings = causes.map(finding)
        let decidingCause = decidingCause(of: expression, among: findings)
        let reason =
            decidingCause == nil
            ? Sentence(explainer: self, user: user, isAllowed: isAllowed).text(
                expression, facts?.values ?? []) : nil
        return Explanation.Finding(
            expression: text(of: expression), range: statement.range(of: expression, in: lines),
            result: Explanation.Result(outcome(of: expression) ?? .value(.null)),
            values: facts?.values ?? [], notes: facts?.notes ?? [], causes: findings,
            decidingCause: decidingCause, reason: reason,
            held: held(in: expression) + (decidingCause.map { findings[$0].held } ?? 0))
    }

    /// The cause that leads to the one expression that decided; nil if that is the expression itself.
    private func decidingCause(
        of expression: RuleExpression, among causes: [Explanation.Finding]
    ) -> Int? {
        if causes.count < 2 { return causes.isEmpty ? nil : 0 }
        switch expression.kind {
        // The condition only chose.
        case .conditional: return 1
        case .logical(.or, _): return Explanation.Finding.nearest(of: causes)
        // All sides of an && that holds do.
        case _: return nil
        }
    }

    /// How many conditions held in an `&&` that does not hold.
    private func held(in expression: RuleExpression) -> Int {
        guard outcome(of: expression)?.truth != true, case .logical(.and, let operands) = expression.kind
        else { return 0 }
        return operands.reduce(0) { $0 + (outcome(of: $1)?.truth == true ? $1.conditionCount : 0) }
    }

    func text(of expression: RuleExpression) -> String {
        statement.text(of: expression, limit: Explainer.quotation)
    }

    /// The outcome of an expression; nil if it was not evaluated.
    func outcome(of expression: RuleExpression) -> Outcome? {
        Explainer.outcome(of: expression, in: trace)
    }

    private static func outcome(of expression: RuleExpression, in trace: [Outcome?]) -> Outcome? {
        switch expression.kind {
        case .null: .value(.null)
        case .boolean(let boolean): .value(.boolean(boolean))
        case .number(let number): .value(.number(number))
        case .string(let text): .value(.string(text))
        case _: trace.indices.contains(expression.id) ? trace[expression.id] : nil
        }
    }

    /// The operands that caused an expression's outcome; none if it decides itself.
    private func causes(of expression: RuleExpression) -> [RuleExpression] {
        guard let outcome = outcome(of: expression) else { return [] }
        if outcome.failure != nil {
            // Nothing absorbs a failure: the whole fails like the operand that was evaluated last.
            return failed(in: expression).map { [$0] } ?? []
        }
        switch expression.kind {
        case .logical(let `operator`, let operands):
            guard let truth = outcome.truth else { return [] }
            if truth == (`operator` == .or) {
                return operands.filter { self.outcome(of: $0)?.truth == truth }.prefix(1).filter {
                    !$0.isConstant
                }
            }
            return operands.filter { !$0.isConstant }
        case .not(let operand): return operand.isConstant ? [] : [operand]
        case .conditional(let test, let first, let second):
            guard let truth = self.outcome(of: test)?.truth else { return [] }
            return [test, truth ? first : second].filter { !$0.isConstant }
        case .null, .boolean, .number, .string, .pattern, .list, .variable, .property, .index, .call,
            .negative,
            .binary:
            return []
        }
    }

    private func failed(in expression: RuleExpression) -> RuleExpression? {
        for operand in expression.operands {
            if outcome(of: operand)?.failure != nil { return operand }
            // A list has no outcome of its own.
            if case .list = operand.kind, let failed = failed(in: operand) { return failed }
        }
        return nil
    }
}

extension RuleExpression {
    /// How many conditions `&&` joins in it, without constants.
    fileprivate var conditionCount: Int {
        if case .logical(.and, let operands) = kind { return operands.reduce(0) { $0 + $1.conditionCount } }
        return isConstant ? 0 : 1
    }
}
