import RealtimeDatabaseRules

/// The conditions of changed rules that no other version of the same rule has. It says where to look first.
struct ChangedConditions {
    /// The identities of the expressions, see ``RuleScope/identity(of:)``.
    let identities: Set<Int>

    init(_ statements: [RuleStatement]) {
        var identities: Set<Int> = []
        for statement in statements {
            let others = statements.filter {
                $0.pathText == statement.pathText && $0.kind == statement.kind
                    && $0.text(of: $0.condition) != statement.text(of: statement.condition)
            }
            let known = Set(others.flatMap { other in other.condition.all.map { other.text(of: $0) } })
            if known.isEmpty { continue }
            for expression in statement.condition.all where !known.contains(statement.text(of: expression)) {
                identities.insert(statement.id << 20 | expression.id)
            }
        }
        self.identities = identities
    }
}

extension RuleExpression {
    /// The expression and all that are inside it.
    var all: [RuleExpression] { [self] + operands.flatMap(\.all) }
}
