import FirestoreModel
import FirestoreRules

/// Changes a scenario so that a condition, as it was evaluated, comes out as wanted.
///
/// It works backwards from an outcome to what a condition reads: to make `uid in data.members` true, it adds the user to the members, or
/// signs in one of them. Not every change does what it should, as one may undo another; the search tries again with a new trace.
struct Steering {
    /// How many expressions one run may look at.
    private static let limit = 200

    var scenario: Scenario
    let vocabulary: RulesVocabulary
    var random: SeededRandom
    /// Decides between operands of which one is enough; nil for a new choice each time.
    private let alternatives: TestChoice?
    private var remaining = Steering.limit

    init(
        _ scenario: Scenario, _ vocabulary: RulesVocabulary, _ random: SeededRandom,
        alternatives: TestChoice? = nil
    ) {
        self.alternatives = alternatives
        self.scenario = scenario
        self.vocabulary = vocabulary
        self.random = random
    }

    /// Makes a condition true or false, if it is not.
    mutating func steer(_ evaluated: EvaluatedExpression, to truth: Bool, _ scope: ConditionScope) {
        remaining -= 1
        guard remaining > 0, evaluated.truth != truth else { return }
        if case .expression(let expression) = evaluated.form {
            switch expression.kind {
            case .binary(.and, _, _, _):
                return steer(evaluated.chain(.and), all: truth, to: truth, scope)
            case .binary(.or, _, _, _):
                return steer(evaluated.chain(.or), all: !truth, to: truth, scope)
            case .unary(.not, _):
                if let operand = evaluated.operands.first { steer(operand, to: !truth, scope) }
                return
            case .conditional: return steer(choice: evaluated, to: truth, scope)
            default: break
            }
        }
        if let (inner, innerScope) = scope.unfolded(evaluated) { return steer(inner, to: truth, innerScope) }
        guard case .expression(let expression) = evaluated.form else { return }
        if !steer(test: evaluated, expression, to: truth, scope) { disturb(evaluated, scope) }
    }

    /// Makes a test come out as it did, by other values: at a bound, by another element of a list.
    mutating func nudge(_ test: EvaluatedExpression, _ scope: ConditionScope) {
        guard case .expression(let expression) = test.form,
            steer(test: test, expression, to: test.truth ?? true, scope)
        else { return disturb(test, scope) }
    }

    /// Makes all operands, or one of them, true or false.
    private mutating func steer(
        _ operands: [EvaluatedExpression], all: Bool, to truth: Bool,
        _ scope: ConditionScope
    ) {
        if all {
            for operand in operands { steer(operand, to: truth, scope) }
            return
        }
        let evaluated = operands.filter { $0.outcome != nil }
        if let choice = alternatives, !evaluated.isEmpty {
            steer(evaluated[choice.index(among: evaluated)], to: truth, scope)
        } else if let operand = random.pick(evaluated) {
            steer(operand, to: truth, scope)
        }
    }

    /// Makes the chosen side come out as wanted, or chooses the other one.
    private mutating func steer(choice: EvaluatedExpression, to truth: Bool, _ scope: ConditionScope) {
        guard choice.operands.count == 3 else { return }
        let condition = choice.operands[0]
        guard let chosen = condition.truth, !random.oneIn(4) else {
            return steer(condition, to: condition.truth.map { !$0 } ?? random.oneIn(2), scope)
        }
        steer(choice.operands[chosen ? 1 : 2], to: truth, scope)
    }

    /// Makes a test true or false.
    ///
    /// - Returns: False if nothing is known to do that.
    private mutating func steer(
        test: EvaluatedExpression, _ expression: Expression, to truth: Bool, _ scope: ConditionScope
    ) -> Bool {
        let operands = test.operands
        switch expression.kind {
        case .binary(let operation, _, _, _) where operands.count == 2:
            return steer(comparison: operation, operands[0], operands[1], to: truth, scope)
        case .typeTest(_, let type):
            guard let operand = operands.first else { return false }
            let value = truth ? vocabulary.value(ofType: type.name, &random) : vocabulary.value(&random)
            return assign(RuleValue(value), to: operand, scope)
        case .method(_, let name, _) where operands.count == 2:
            switch name.name {
            case "hasOnly", "hasAll", "hasAny":
                return steer(name.name, of: operands[0], operands[1], to: truth, scope)
            case "matches": return steer(match: operands[0], operands[1], to: truth, scope)
            default: return assign(.bool(truth), to: test, scope)
            }
        case .call(let function, _) where function.name == "exists" || function.name == "existsAfter":
            guard case .path(let path)? = operands.first?.value, let document = DocumentPath(path) else {
                return false
            }
            return scenario.set(
                .document(document), to: truth ? scenario[.document(document)] ?? .map([:]) : nil)
        default: return assign(.bool(truth), to: test, scope)
        }
    }

    private mutating func steer(
        match receiver: EvaluatedExpression, _ pattern: EvaluatedExpression, to truth: Bool,
        _ scope: ConditionScope
    ) -> Bool {
        guard case .string(let text)? = pattern.value else { return false }
        let example = truth ? PatternExamples.text(of: text, &random) : vocabulary.text(&random)
        guard let example else { return false }
        return assign(.string(example), to: receiver, scope)
    }

    /// Changes something that an expression reads, whatever comes of it.
    private mutating func disturb(_ evaluated: EvaluatedExpression, _ scope: ConditionScope) {
        var places: [Place] = []
        Steering.collect(evaluated, scope, &places, depth: 0)
        guard let place = random.pick(places) else { return }
        scenario.set(place, to: vocabulary.value(near: scenario[place], &random))
    }

    private static func collect(
        _ evaluated: EvaluatedExpression, _ scope: ConditionScope, _ places: inout [Place], depth: Int
    ) {
        guard depth < 12, places.count < 20 else { return }
        if let place = scope.place(of: evaluated) { return places.append(place) }
        if let (inner, innerScope) = scope.unfolded(evaluated) {
            return collect(inner, innerScope, &places, depth: depth + 1)
        }
        for operand in evaluated.operands { collect(operand, scope, &places, depth: depth + 1) }
    }
}
