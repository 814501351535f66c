package import RealtimeDatabaseModel
package import RulesCore

/// Security rules of the Realtime Database: read, checked, and ready to decide.
package struct DatabaseRuleset: Sendable {
    /// How long a rules file may be, in bytes.
    package static let maximumLength = 1 << 20

    /// The text.
    package let source: SourceFile
    /// The text as lines.
    package let lines: SourceLines
    /// The rules as a tree.
    package let root: RuleNode
    /// All rules, in the order of the file.
    package let statements: [RuleStatement]
    let plans: [RulePlan]

    /// Reads a rules file: JSON with comments, and conditions in its strings.
    ///
    /// - Throws: ``RulesRefusal`` with everything that is wrong.
    package init(
        _ content: String, name: String = "database.rules.json"
    ) throws(RulesRefusal) {
        guard content.utf8.count <= DatabaseRuleset.maximumLength else {
            let message = "The file is longer than \(DatabaseRuleset.maximumLength >> 10) KB."
            throw RulesRefusal(
                [Diagnostic(.error, message, at: SourceLines("").range(0..<0))],
                in: SourceFile(name: name, content: ""))
        }
        source = SourceFile(name: name, content: content)
        lines = SourceLines(content)
        var reader = RulesReader(lines)
        do {
            var json = SourceReader(lines)
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
    ///   - isTraced: Whether to record the outcome of every expression, for coverage and explanations.
    package func decide(_ request: DatabaseRequest, isTraced: Bool = false) -> DatabaseDecision {
        var maker = DecisionMaker(root, plans, request, isTraced: isTraced)
        return maker.decide()
    }

    /// The indexes of a node's children.
    package func indexes(at path: DatabasePath) -> DatabaseIndexes {
        var node = root
        for key in path.keys {
            guard let child = node.child(key) else { return DatabaseIndexes() }
            node = child
        }
        return node.indexes
    }
}
