/// Finds out which expressions of an evaluation decided.
struct Explainer {
    /// How many characters of an expression are quoted.
    static let quotation = 100

    private let statement: RuleStatement
    private let source: RulesText
    private let trace: [Outcome?]

    init(_ statement: RuleStatement, _ source: RulesText, _ trace: [Outcome?]) {
        self.statement = statement
        self.source = source
        self.trace = trace
    }

    /// An expression that was evaluated, with its causes.
    func finding(_ expression: RuleExpression) -> DatabaseExplanation.Finding {
        let causes = causes(of: expression)
        let facts = causes.isEmpty ? Facts(on: expression, self) : nil
        return DatabaseExplanation.Finding(
            expression: text(of: expression), range: statement.range(of: expression, in: source),
            result: DatabaseExplanation.Result(outcome(of: expression) ?? .value(.null)),
            values: facts?.values ?? [], notes: facts?.notes ?? [], causes: causes.map(finding))
    }

    func text(of expression: RuleExpression) -> String {
        statement.text(of: expression, limit: Explainer.quotation)
    }

    /// What an expression came to; nil for one that was left out.
    func outcome(of expression: RuleExpression) -> Outcome? {
        switch expression.kind {
        case .null: .value(.null)
        case .boolean(let boolean): .value(.boolean(boolean))
        case .number(let number): .value(.number(number))
        case .string(let text): .value(.string(text))
        case _: trace.indices.contains(expression.id) ? trace[expression.id] : nil
        }
    }

    /// The operands that made an expression what it is; none where it decides itself.
    private func causes(of expression: RuleExpression) -> [RuleExpression] {
        guard let outcome = outcome(of: expression) else { return [] }
        if outcome.failure != nil {
            // Nothing absorbs a failure: that of the whole is that of the operand that was looked at last.
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
