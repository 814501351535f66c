import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Changes that give an expression a value.
extension DatabaseSteering {
    /// No text of a search is longer.
    private static let longestText = 60_000

    /// Gives an expression a value, by changing what it reads.
    ///
    /// - Returns: False if nothing is known to do that.
    mutating func assign(_ expression: RuleExpression, to value: DataNode, _ scope: RuleScope) -> Bool {
        if expression.isConstant { return false }
        if let place = scope.place(of: expression) { return scenario.set(place, to: value, &random) }
        switch expression.kind {
        case .property(let receiver, "length"):
            guard case .number(let length) = value else { return false }
            return resize(receiver, to: length, scope)
        case .conditional(let test, let first, let second):
            guard let chosen = scope.truth(of: test) else { return false }
            return assign(chosen ? first : second, to: value, scope)
        case .negative(let operand):
            guard case .number(let number) = value else { return false }
            return assign(operand, to: .number(-number), scope)
        case .binary(let sign, let left, let right):
            if case .boolean(let truth) = value, sign.isOrder || sign.isEquality {
                steer(expression, to: truth, scope)
                return true
            }
            return assign(sign, left, right, to: value, scope)
        case .call(let receiver, let name, let arguments):
            return assign(name, receiver, arguments, to: value, scope)
        case .not, .logical:
            guard case .boolean(let truth) = value else { return false }
            steer(expression, to: truth, scope)
            return true
        default: return false
        }
    }

    private mutating func assign(
        _ name: String, _ receiver: RuleExpression, _ arguments: [RuleExpression], to value: DataNode,
        _ scope: RuleScope
    ) -> Bool {
        switch (name, value) {
        case ("toLowerCase", .string(let text)), ("toUpperCase", .string(let text)),
            ("replace", .string(let text)):
            let variants = [text, text.uppercased(), text.lowercased()]
            return assign(receiver, to: .string(variants[random.below(3)]), scope)
        case (_, .boolean(let truth)): return ask(name, receiver, arguments, is: truth, scope)
        default: return false
        }
    }

    /// Changes one operand of a computed value.
    private mutating func assign(
        _ sign: BinaryOperator, _ left: RuleExpression, _ right: RuleExpression, to value: DataNode,
        _ scope: RuleScope
    ) -> Bool {
        let (a, b) = (scope.data(of: left), scope.data(of: right))
        switch (value, a, b) {
        case (.number(let wanted), _, .number(let known)?):
            let solution: Double? =
                switch sign {
                case .add: wanted - known
                case .subtract: wanted + known
                case .multiply: known == 0 ? nil : wanted / known
                case .divide: wanted * known
                case .remainder: wanted
                default: nil
                }
            if let solution, solution.isFinite, assign(left, to: .number(solution), scope) { return true }
        case (.string(let wanted), _, .string(let known)?) where sign == .add && wanted.hasSuffix(known):
            let rest = String(wanted.dropLast(known.count))
            if assign(left, to: .string(rest), scope) { return true }
        default: break
        }
        switch (value, a) {
        case (.number(let wanted), .number(let known)?):
            let solution: Double? =
                switch sign {
                case .add: wanted - known
                case .subtract: known - wanted
                case .multiply: known == 0 ? nil : wanted / known
                default: nil
                }
            guard let solution, solution.isFinite else { return false }
            return assign(right, to: .number(solution), scope)
        case (.string(let wanted), .string(let known)?) where sign == .add && wanted.hasPrefix(known):
            return assign(right, to: .string(String(wanted.dropFirst(known.count))), scope)
        default: return false
        }
    }

    /// Gives a text a length, in UTF-16 units.
    private mutating func resize(_ receiver: RuleExpression, to length: Double, _ scope: RuleScope) -> Bool {
        guard length.isFinite, let length = Int(exactly: length.rounded(.down)),
            (0...DatabaseSteering.longestText).contains(length)
        else { return false }
        var text = "a"
        if case .string(let own)? = scope.data(of: receiver), !own.isEmpty, own.utf16.count == own.utf8.count
        {
            text = own
        }
        let kept = String(text.prefix(length))
        return assign(
            receiver, to: .string(kept + String(repeating: kept.last ?? "a", count: length - kept.count)),
            scope)
    }
}
