import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Changes a scenario so that a condition, as it was evaluated, comes out as wanted.
///
/// It works backwards from an outcome to what a condition reads: to make `data.child('owner').val() === auth.uid` true, it stores the user
/// as the owner, or signs in the owner. Not every change does what it should, as one may undo another; the search tries again with a new
/// trace.
struct DatabaseSteering {
    /// How many expressions one run may look at.
    private static let limit = 300

    var scenario: DatabaseScenario
    let vocabulary: DatabaseVocabulary
    var random: SeededRandom
    /// Decides between operands of which one is enough; nil for a new choice each time.
    private let choice: OperandChoice?
    private var remaining = DatabaseSteering.limit

    init(
        _ scenario: DatabaseScenario, _ vocabulary: DatabaseVocabulary, _ random: SeededRandom,
        choice: OperandChoice? = nil
    ) {
        self.scenario = scenario
        self.vocabulary = vocabulary
        self.random = random
        self.choice = choice
    }

    /// Makes a condition true or false, if it is not.
    mutating func steer(_ expression: RuleExpression, to truth: Bool, _ scope: RuleScope) {
        remaining -= 1
        guard remaining > 0, scope.truth(of: expression) != truth else { return }
        switch expression.kind {
        case .logical(let sign, let operands):
            if truth == (sign == .and) {
                for operand in operands { steer(operand, to: truth, scope) }
            } else {
                steerOne(of: operands, to: truth, scope)
            }
        case .not(let operand): steer(operand, to: !truth, scope)
        case .conditional(let test, let first, let second):
            guard let chosen = scope.truth(of: test), !random.oneIn(4) else {
                return steer(test, to: scope.truth(of: test).map { !$0 } ?? random.oneIn(2), scope)
            }
            steer(chosen ? first : second, to: truth, scope)
        default: force(expression, to: truth, scope)
        }
    }

    /// Makes a test come out as wanted, even if it does already: by other values, at a bound.
    mutating func force(_ test: RuleExpression, to truth: Bool, _ scope: RuleScope) {
        if case .failure? = scope.outcome(of: test), mend(test, scope) { return }
        let isDone =
            switch test.kind {
            case .binary(let sign, let left, let right): compare(sign, left, right, to: truth, scope)
            case .call(let receiver, let name, let arguments):
                ask(name, receiver, arguments, is: truth, scope)
            default: false
            }
        if !isDone { disturb(test, scope) }
    }

    /// Makes one of several operands true or false. A failure in one before would decide instead.
    private mutating func steerOne(of operands: [RuleExpression], to truth: Bool, _ scope: RuleScope) {
        let evaluated = operands.filter { scope.outcome(of: $0) != nil && !$0.isConstant }
        for operand in evaluated {
            if case .failure? = scope.outcome(of: operand) { return steer(operand, to: truth, scope) }
        }
        if let choice, !evaluated.isEmpty {
            steer(evaluated[choice.index(of: evaluated.map { scope.identity(of: $0) })], to: truth, scope)
        } else if let operand = random.pick(evaluated) {
            steer(operand, to: truth, scope)
        }
    }

    /// Changes something that an expression reads, whatever comes of it.
    mutating func disturb(_ expression: RuleExpression, _ scope: RuleScope) {
        var places: [DataPlace] = []
        DatabaseSteering.collect(expression, scope, &places)
        guard let place = random.pick(places) else { return }
        scenario.set(place, to: vocabulary.value(near: scenario[place] ?? .null, &random), &random)
    }

    private static func collect(_ expression: RuleExpression, _ scope: RuleScope, _ places: inout [DataPlace])
    {
        guard places.count < 20 else { return }
        if let place = scope.place(of: expression) ?? scope.node(of: expression) { places.append(place) }
        for operand in expression.operands { collect(operand, scope, &places) }
    }

    /// Gives an expression that failed operands that it takes.
    ///
    /// - Returns: False if nothing is known to do that.
    private mutating func mend(_ expression: RuleExpression, _ scope: RuleScope) -> Bool {
        guard let failed = scope.innermostFailure(in: expression) else { return false }
        switch failed.kind {
        case .binary(let sign, let left, let right):
            let values = [left, right].map { scope.data(of: $0) }
            let wantsText =
                sign == .add && values.contains { $0?.isText == true }
                || sign.isOrder && values.contains { $0?.isText == true }
            var isDone = false
            for (side, value) in zip([left, right], values)
            where value.map({ wantsText ? !$0.isText : !$0.isNumber }) ?? true {
                let wanted = wantsText ? text() : DataNode.number(vocabulary.number(&random))
                isDone = assign(side, to: wanted, scope) || isDone
            }
            return isDone
        case .call(let receiver, _, let arguments):
            var isDone = false
            for part in [receiver] + arguments.flatMap(\.elements) where scope.data(of: part)?.isText != true
            {
                isDone = assign(part, to: text(), scope) || isDone
            }
            return isDone
        case .property(let receiver, _): return assign(receiver, to: text(), scope)
        case .index(_, let index): return assign(index, to: text(), scope)
        case .negative(let operand):
            return assign(operand, to: .number(vocabulary.number(&random)), scope)
        default: return false
        }
    }

    private mutating func text() -> DataNode {
        .string(random.oneIn(2) ? vocabulary.user(&random) : vocabulary.text(&random))
    }
}

extension RuleScope {
    /// The expression in which a failure began.
    func innermostFailure(in expression: RuleExpression) -> RuleExpression? {
        for operand in expression.operands {
            if let inner = innermostFailure(in: operand) { return inner }
        }
        if case .failure? = outcome(of: expression) { return expression }
        return nil
    }
}

extension RuleExpression {
    /// The elements of a list; or the expression itself if it is none.
    var elements: [RuleExpression] {
        if case .list(let elements) = kind { elements } else { [self] }
    }
}

extension BinaryOperator {
    /// Whether it asks which of two values is the greater one.
    var isOrder: Bool {
        switch self {
        case .less, .lessOrEqual, .greater, .greaterOrEqual: true
        case .equal, .identical, .notEqual, .notIdentical, .add, .subtract, .multiply, .divide, .remainder:
            false
        }
    }
}

extension DataNode {
    var isText: Bool { if case .string = self { true } else { false } }
    var isNumber: Bool { if case .number = self { true } else { false } }
}
