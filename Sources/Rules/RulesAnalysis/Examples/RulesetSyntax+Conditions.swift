import FirestoreRules
import RulesCore

extension RulesetSyntax {
    /// The same rules, but for the condition of one allow statement.
    ///
    /// - Parameters:
    ///   - range: The statement's place.
    ///   - condition: Its condition.
    func settingCondition(of range: SourceRange, to condition: Expression) -> RulesetSyntax {
        var copy = self
        for index in copy.services.indices {
            copy.services[index].matches = copy.services[index].matches.map {
                $0.settingCondition(of: range, to: condition)
            }
        }
        return copy
    }
}

extension MatchSyntax {
    fileprivate func settingCondition(of range: SourceRange, to condition: Expression) -> MatchSyntax {
        var copy = self
        for index in copy.allows.indices where copy.allows[index].range == range {
            copy.allows[index].condition = condition
        }
        copy.matches = copy.matches.map { $0.settingCondition(of: range, to: condition) }
        return copy
    }
}

extension Expression {
    /// The operands of a chain of `&&`; or the expression itself if it is not a chain.
    var operands: [Expression] {
        guard case .binary(.and, let left, let right, _) = kind else { return [self] }
        return left.operands + right.operands
    }

    /// The chain without one of its operands; nil if there is no other.
    func without(operand: Int) -> Expression? {
        var rest = operands
        rest.remove(at: operand)
        guard let first = rest.first else { return nil }
        return rest.dropFirst().reduce(first) { chain, next in
            Expression(.binary(.and, chain, next, operatorRange: range), at: range)
        }
    }
}
