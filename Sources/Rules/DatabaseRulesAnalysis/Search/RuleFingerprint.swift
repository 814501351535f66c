import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// What a rule says and where, without comments and line breaks.
struct RuleFingerprint {
    let rules: DatabaseRuleset

    /// A text that two rules share exactly if they say the same about the same nodes.
    func text(of statement: RuleStatement) -> String {
        var text = ""
        var node: RuleNode? = rules.root
        for name in statement.path {
            if name.hasPrefix("$") {
                // A variable stands for all keys but those that are named beside it.
                let named = (node?.children.keys.sorted() ?? []).map(\.string)
                text += "/\(name) but not [\(named.joined(separator: "/"))]"
                node = node?.wildcard?.node
            } else {
                text += "/\(name)"
                node = node?.children[DataKey(name)]
            }
        }
        return "\(text) \(statement.kind.rawValue) \(statement.text(of: statement.condition))"
    }
}
