import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Comparisons.
extension DatabaseSteering {
    /// Makes a comparison true or false.
    ///
    /// - Returns: False if neither side can be changed.
    mutating func compare(
        _ sign: BinaryOperator, _ left: RuleExpression, _ right: RuleExpression, to truth: Bool,
        _ scope: RuleScope
    ) -> Bool {
        switch sign {
        case .equal, .identical: return truth ? equate(left, right, scope) : tellApart(left, right, scope)
        case .notEqual, .notIdentical:
            return truth ? tellApart(left, right, scope) : equate(left, right, scope)
        case .less: return order(left, right, [-1, truth ? -1 : 0, truth ? -0.5 : 1], scope)
        case .lessOrEqual: return order(left, right, truth ? [0, 0, -1] : [1, 1, 0.5], scope)
        case .greater: return order(left, right, truth ? [1, 1, 0.5] : [0, 0, -1], scope)
        case .greaterOrEqual: return order(left, right, truth ? [0, 0, 1] : [-1, -1, -0.5], scope)
        case .add, .subtract, .multiply, .divide, .remainder: return false
        }
    }

    private mutating func equate(
        _ left: RuleExpression, _ right: RuleExpression, _ scope: RuleScope
    ) -> Bool {
        for (side, other) in shuffled(left, right) {
            guard let value = scope.data(of: other) else { continue }
            // The server's time is the same for both, and so is nothing.
            if value.isNull, !random.oneIn(3), fill(other, side, scope) { return true }
            if assign(side, to: value, scope) { return true }
        }
        return false
    }

    /// Where both sides would be nothing, gives both the same value.
    private mutating func fill(_ other: RuleExpression, _ side: RuleExpression, _ scope: RuleScope) -> Bool {
        guard !other.isConstant, scope.place(of: other) != nil, scope.place(of: side) != nil else {
            return false
        }
        let value = DataNode.string(vocabulary.user(&random))
        return assign(other, to: value, scope) && assign(side, to: value, scope)
    }

    private mutating func tellApart(
        _ left: RuleExpression, _ right: RuleExpression, _ scope: RuleScope
    ) -> Bool {
        for (side, other) in shuffled(left, right) {
            let value = scope.data(of: other) ?? .null
            var changed: DataNode = random.oneIn(4) ? .null : vocabulary.value(near: value, &random)
            if value.isNull { changed = vocabulary.value(&random) }
            if case .number(let number) = value, random.oneIn(2) {
                changed = .number(number + [1, -1, 2, -0.5][random.below(4)])
            }
            if changed == value { changed = .string("else") }
            if assign(side, to: changed, scope) { return true }
        }
        return false
    }

    /// Gives the left side a value at one of some distances from the right one, or the right side one at that distance from the left.
    private mutating func order(
        _ left: RuleExpression, _ right: RuleExpression, _ distances: [Double], _ scope: RuleScope
    ) -> Bool {
        let distance = distances[random.below(distances.count)] * (random.oneIn(6) ? 1000 : 1)
        for (side, other) in shuffled(left, right) {
            let isLeft = side.id == left.id
            let sign = isLeft ? distance : -distance
            switch scope.data(of: other) {
            case .number(let number)?:
                if assign(side, to: .number(number + sign), scope) { return true }
            case .string(let text)?:
                let changed = sign > 0 ? text + "a" : sign < 0 ? String(text.dropLast()) : text
                if assign(side, to: .string(changed), scope) { return true }
            case .null?, .boolean?, .object?, .prioritized?, nil: continue
            }
        }
        let number = vocabulary.number(&random)
        return assign(left, to: .number(number), scope) || assign(right, to: .number(number), scope)
    }

    private mutating func shuffled(
        _ left: RuleExpression, _ right: RuleExpression
    ) -> [(RuleExpression, RuleExpression)] {
        random.oneIn(2) ? [(left, right), (right, left)] : [(right, left), (left, right)]
    }
}
