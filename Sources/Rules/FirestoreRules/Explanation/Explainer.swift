import PrintableText

/// Finds out which expressions of an evaluation decided.
struct Explainer {
    /// The values of a function's local names.
    struct Scope {
        struct Bound {
            let expression: EvaluatedExpression
            let scope: Scope
        }

        var locals: [String: Bound] = [:]
    }

    /// The maximum number of expressions in one explanation. A name is followed each time it is read.
    private static let limit = 200
    /// The budget of one explanation for comparing values: some milliseconds.
    static let mostSteps = 1_000_000
    /// How many characters of an expression to quote.
    static let quotation = 100

    private let source: SourceText
    private let isQuery: Bool
    private let sentence: Sentence
    private let work: WorkMeter
    private var remaining = Explainer.limit

    /// - Parameters:
    ///   - source: The rules.
    ///   - user: The id of the signed-in user; nil if nobody is signed in.
    ///   - operation: The request.
    ///   - isQuery: Whether it was a query.
    ///   - isAllowed: Whether the statement allowed it.
    ///   - work: The budget of the whole explanation. Beyond it, notes are left out.
    init(
        _ source: SourceText, user: String?, _ operation: Explanation.Operation, isQuery: Bool,
        isAllowed: Bool, _ work: WorkMeter
    ) {
        self.source = source
        self.isQuery = isQuery
        self.work = work
        sentence = Sentence(
            user: user, operation: operation, isQuery: isQuery, isAllowed: isAllowed, source: source,
            work: work)
    }

    /// An expression with its causes.
    mutating func finding(_ evaluated: EvaluatedExpression, _ scope: Scope = Scope()) -> Explanation.Finding {
        remaining -= 1
        let (causes, leadsElsewhere) = remaining > 0 ? causes(of: evaluated, scope) : ([], false)
        var facts = Facts(source, isQuery: isQuery, work)
        if causes.isEmpty {
            facts.add(operandsOf: evaluated)
            facts.addNotes(on: evaluated)
        } else if let function = evaluated.function {
            facts.add(argumentsOf: evaluated, of: function)
        }
        var findings: [Explanation.Finding] = []
        for (cause, scope) in causes { findings.append(finding(cause, scope)) }
        let decidingCause = Explainer.decidingCause(of: evaluated, among: findings)
        return Explanation.Finding(
            expression: source.text(
                source.range(of: evaluated.form), limit: Explainer.quotation),
            range: source.range(of: evaluated.form), result: Explanation.Result(evaluated.outcome),
            values: facts.values, notes: facts.notes, causes: findings, leadsElsewhere: leadsElsewhere,
            decidingCause: decidingCause,
            reason: decidingCause == nil ? sentence.text(evaluated, scope, facts.values) : nil,
            held: Explainer.held(in: evaluated) + (decidingCause.map { findings[$0].held } ?? 0))
    }

    /// The cause that leads to the one expression that decided; nil if that is the expression itself.
    private static func decidingCause(
        of evaluated: EvaluatedExpression, among causes: [Explanation.Finding]
    ) -> Int? {
        if causes.count < 2 { return causes.isEmpty ? nil : 0 }
        guard case .expression(let expression) = evaluated.form else { return nil }
        switch expression.kind {
        // The condition only chose, unless the chosen side is a constant.
        case .conditional:
            let chosen = evaluated.operands.first?.truth == true ? 1 : 2
            return evaluated.operands.indices.contains(chosen) && !evaluated.operands[chosen].form.isConstant
                ? 1 : 0
        case .binary(.or, _, _, _):
            return Explanation.Finding.nearest(of: causes)
        // All sides of an && that holds do.
        default: return nil
        }
    }

    /// How many conditions held in an `&&` that does not hold.
    private static func held(in evaluated: EvaluatedExpression) -> Int {
        guard evaluated.truth != true, case .expression(let expression) = evaluated.form,
            case .binary(.and, _, _, _) = expression.kind
        else { return 0 }
        return evaluated.operands.reduce(0) { $0 + ($1.truth == true ? $1.conditionCount : 0) }
    }

    private typealias Cause = (expression: EvaluatedExpression, scope: Scope)

    /// The expressions that caused another one's outcome; none if it decides itself.
    private func causes(
        of evaluated: EvaluatedExpression, _ scope: Scope
    ) -> (causes: [Cause], leadElsewhere: Bool) {
        if case .failure(.budgetExceeded) = evaluated.outcome { return ([], false) }
        if let body = evaluated.body, let function = evaluated.function {
            return ([(body, Explainer.scope(of: evaluated, function, scope))], true)
        }
        switch evaluated.form {
        case .binding(let name, _):
            guard evaluated.operands.count == 2 else { return ([], false) }
            var inner = scope
            inner.locals[name] = Scope.Bound(expression: evaluated.operands[0], scope: scope)
            return ([(evaluated.operands[1], inner)], false)
        case .expression(let expression):
            if case .name(let name) = expression.kind {
                guard let bound = scope.locals[name], bound.expression.isWorthFollowing else {
                    return ([], false)
                }
                return ([(bound.expression, bound.scope)], true)
            }
            return (Explainer.operands(deciding: evaluated, expression).map { ($0, scope) }, false)
        }
    }

    static func scope(
        of call: EvaluatedExpression, _ function: FunctionPlan, _ caller: Scope
    ) -> Scope {
        let bound = call.operands.map { Scope.Bound(expression: $0, scope: caller) }
        return Scope(locals: Dictionary(zip(function.parameters, bound)) { _, last in last })
    }

    /// The operands that caused the outcome of an expression other than a call or a name.
    private static func operands(
        deciding evaluated: EvaluatedExpression, _ expression: Expression
    ) -> [EvaluatedExpression] {
        let operands = evaluated.operands
        if evaluated.failure != nil {
            // The first failure is that of the whole, unless another operand decides.
            return operands.first { $0.failure != nil }.map { [$0] } ?? []
        }
        switch expression.kind {
        case .binary(.and, _, _, _), .binary(.or, _, _, _):
            guard let truth = evaluated.truth else { return [] }
            let agreeing = operands.filter { $0.truth == truth }
            let isDecidedByOne: Bool
            if case .binary(.and, _, _, _) = expression.kind {
                isDecidedByOne = !truth
            } else {
                isDecidedByOne = truth
            }
            let wanted = isDecidedByOne ? Array(agreeing.prefix(1)) : agreeing
            let worthy = wanted.filter { !$0.form.isConstant }
            return worthy.isEmpty ? wanted : worthy
        case .unary(.not, _): return operands
        case .conditional:
            guard operands.count == 3, let condition = operands[0].truth else { return [] }
            return [operands[0], operands[condition ? 1 : 2]]
        default: return []
        }
    }
}

extension EvaluatedExpression {
    /// Whether to follow a variable to where its value was computed: for a truth value or a failure, not for a plain value.
    fileprivate var isWorthFollowing: Bool { (truth != nil || failure != nil) && !form.isConstant }

    /// How many conditions `&&` joins in it, without constants.
    fileprivate var conditionCount: Int {
        if let body { return body.conditionCount }
        switch form {
        case .binding: return operands.last?.conditionCount ?? 1
        case .expression(let expression):
            if case .binary(.and, _, _, _) = expression.kind {
                return operands.reduce(0) { $0 + $1.conditionCount }
            }
            return form.isConstant ? 0 : 1
        }
    }
}

extension TracedExpression.Form {
    /// Whether the value is written in the source itself.
    var isConstant: Bool {
        if case .expression(let expression) = self { expression.isConstant } else { false }
    }
}

extension Expression {
    fileprivate var isConstant: Bool {
        switch kind {
        case .literal: true
        case .list(let elements): elements.allSatisfy(\.isConstant)
        case .map(let entries): entries.allSatisfy { $0.key.isConstant && $0.value.isConstant }
        case .unary(_, let operand): operand.isConstant
        case .path(let segments):
            segments.allSatisfy { if case .interpolation(let inner) = $0 { inner.isConstant } else { true } }
        default: false
        }
    }
}

extension Explanation.Result {
    init(_ outcome: Outcome?) {
        switch outcome {
        case .value(let value): self = .value(ValueSummary(value).text)
        case .failure(.error(let error, _)): self = .error(error.message.printable(limit: 160))
        case .failure(.unknown), nil: self = .unknown
        case .failure(.budgetExceeded): self = .budgetExceeded
        }
    }
}
