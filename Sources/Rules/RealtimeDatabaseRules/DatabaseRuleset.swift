package import RealtimeDatabaseModel

/// Security rules of the Realtime Database: read, checked, and ready to decide.
package struct DatabaseRuleset: Sendable {
    /// How long a rules file may be, in bytes.
    package static let maximumLength = 1 << 20

    /// The text.
    package let source: RulesText
    /// The rules as a tree.
    package let root: RuleNode
    /// All rules, in the order of the file.
    package let statements: [RuleStatement]
    private let plans: [RulePlan]

    /// Reads a rules file: JSON with comments, and conditions in its strings.
    ///
    /// - Throws: all that is wrong with it.
    package init(
        _ content: String, name: String = "database.rules.json"
    ) throws(RulesRefusal) {
        guard content.utf8.count <= DatabaseRuleset.maximumLength else {
            let source = RulesText(name: name, "")
            let message = "The file is longer than \(DatabaseRuleset.maximumLength >> 10) KB."
            throw RulesRefusal([RulesProblem(message, at: source.range(0..<0))], in: source)
        }
        source = RulesText(name: name, content)
        var reader = RulesReader(source)
        do {
            var json = SourceReader(source)
            root = reader.read(try json.read())
        } catch {
            throw RulesRefusal([error], in: source)
        }
        guard reader.problems.isEmpty else { throw RulesRefusal(reader.problems, in: source) }
        statements = reader.statements
        plans = Planner.plan(statements)
    }

    /// Decides about a request. The cost grows with what is read or written, not with the database.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isTraced: Whether to note what all expressions came to, for coverage and explanations.
    package func decide(_ request: DatabaseRequest, isTraced: Bool = false) -> DatabaseDecision {
        var maker = DecisionMaker(root, plans, request, isTraced: isTraced)
        return maker.decide()
    }

    /// What the children of a node are indexed by.
    package func indexes(at path: DatabasePath) -> DatabaseIndexes {
        var node = root
        for key in path.keys {
            guard let child = node.child(key) else { return DatabaseIndexes() }
            node = child
        }
        return node.indexes
    }
}
