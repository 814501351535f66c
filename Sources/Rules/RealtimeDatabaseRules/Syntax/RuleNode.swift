package import RealtimeDatabaseModel

/// The rules of one place in the tree, and of those below it.
package final class RuleNode: Sendable {
    /// The rules for all keys that are not named.
    package struct Wildcard: Sendable {
        /// The variable, `$` included.
        package let name: String
        package let node: RuleNode
    }

    package let rules: [RuleKind: RuleStatement]
    /// The numbers of these rules, which are all that a decision needs.
    private let readRule, writeRule, validateRule: Int?
    package let indexes: DatabaseIndexes
    package let children: [DataKey: RuleNode]
    package let wildcard: Wildcard?
    /// Whether there is a `.validate` here or below.
    package let validates: Bool
    /// The named children that have one, in their order.
    let validatingChildren: [(key: DataKey, node: RuleNode)]

    init(
        rules: [RuleKind: RuleStatement] = [:], indexes: DatabaseIndexes = DatabaseIndexes(),
        children: [DataKey: RuleNode] = [:], wildcard: Wildcard? = nil
    ) {
        self.rules = rules
        readRule = rules[.read]?.id
        writeRule = rules[.write]?.id
        validateRule = rules[.validate]?.id
        self.indexes = indexes
        self.children = children
        self.wildcard = wildcard
        validatingChildren = children.filter(\.value.validates).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        validates =
            validateRule != nil || wildcard?.node.validates == true || !validatingChildren.isEmpty
    }

    /// The number of the rule of a kind.
    func rule(_ kind: RuleKind) -> Int? {
        switch kind {
        case .read: readRule
        case .write: writeRule
        case .validate: validateRule
        }
    }

    /// The rules of a child: those under its name, or else those of the variable.
    package func child(_ key: DataKey) -> RuleNode? { children[key] ?? wildcard?.node }
}
