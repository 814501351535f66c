import RealtimeDatabaseModel

/// Prepares a condition for evaluation.
struct Planner {
    /// How many regular expressions of a file to prepare for fast matching, which takes a while for each.
    private static let mostPrepared = 200

    private let levels: [String: Int]
    private let isTraced: Bool
    private var preparedCount: Int

    private init(_ statement: RuleStatement, isTraced: Bool, preparedCount: Int) {
        levels = Dictionary(statement.captures.map { ($0.name, $0.level) }) { first, _ in first }
        self.isTraced = isTraced
        self.preparedCount = preparedCount
    }

    /// Plans rules, each in two forms: one that records the outcomes of its expressions, and one that does not.
    static func plan(_ statements: [RuleStatement]) -> [RulePlan] {
        var preparedCount = 0
        return statements.map { statement in
            var plain = Planner(statement, isTraced: false, preparedCount: preparedCount)
            var traced = Planner(statement, isTraced: true, preparedCount: mostPrepared)
            let node = plain.node(statement.condition)
            preparedCount = plain.preparedCount
            return RulePlan(statement: statement, node: node, traced: traced.node(statement.condition))
        }
    }

    private mutating func node(_ expression: RuleExpression) -> any PlanNode {
        switch expression.kind {
        case .null: ConstantNode(.null)
        case .boolean(let boolean): ConstantNode(.boolean(boolean))
        case .number(let number): ConstantNode(.number(number))
        case .string(let text): ConstantNode(.string(text))
        case _: isTraced ? TracedNode(untraced(expression), id: expression.id) : untraced(expression)
        }
    }

    private mutating func untraced(_ expression: RuleExpression) -> any PlanNode {
        switch expression.kind {
        case .variable(let name):
            if let level = levels[name] { return CaptureNode(level: level) }
            return VariableNode.Name(rawValue: name).map { VariableNode($0) } ?? ConstantNode(.null)
        case .property(let receiver, let name):
            return PropertyNode(node(receiver), name, isOfString: !receiver.isRecord)
        case .index(let receiver, let index): return IndexNode(node(receiver), node(index))
        case .call(let receiver, let name, let arguments): return call(name, node(receiver), arguments)
        case .not(let operand): return NotNode(node(operand))
        case .negative(let operand): return NegativeNode(node(operand))
        case .binary(let `operator`, let left, let right):
            return BinaryNode(`operator`, node(left), node(right))
        case .logical(let `operator`, let operands):
            return LogicalNode(nodes(operands), deciding: `operator` == .or)
        case .conditional(let test, let first, let second):
            return ConditionalNode(node(test), node(first), node(second))
        // Literals have become constants already, and lists and patterns are arguments of calls.
        case .null, .boolean, .number, .string, .pattern, .list: return ConstantNode(.null)
        }
    }

    /// A call, whose name and arguments the checker has found to be right.
    private mutating func call(
        _ name: String, _ receiver: any PlanNode, _ arguments: [RuleExpression]
    ) -> any PlanNode {
        switch (BuiltInMember.all[name]?.implementation, arguments.first?.kind) {
        case (.data(let look), _): return DataMethodNode(receiver, look)
        case (.child, .some): return WayNode(name, receiver, step(arguments[0]))
        case (.parent, _): return ParentNode(receiver)
        case (.children, nil): return DataMethodNode(receiver) { .boolean($0.hasChildren) }
        case (.children, .list(let paths)): return HasChildrenNode(name, receiver, nodes(paths))
        case (.children, .some): return HasChildrenNode(name, receiver, nodes(arguments))
        case (.text(let apply), _): return StringMethodNode(name, receiver, nodes(arguments), apply)
        case (.match, .pattern(let pattern)):
            preparedCount += 1
            let isPrepared = preparedCount <= Planner.mostPrepared
            return MatchesNode(name, receiver, isPrepared ? pattern.prepared : pattern)
        case (.child, nil), (.match, _), (.query, _), (nil, _): return ConstantNode(.null)
        }
    }

    private mutating func step(_ path: RuleExpression) -> WayNode.Step {
        if case .string(let text) = path.kind, let keys = DataSnapshot.keys(text) { return .known(keys) }
        let node = node(path)
        return (node as? CaptureNode).map { .captured($0) } ?? .computed(node)
    }

    private mutating func nodes(_ expressions: [RuleExpression]) -> [any PlanNode] {
        var nodes: [any PlanNode] = []
        for expression in expressions { nodes.append(node(expression)) }
        return nodes
    }
}

extension RuleExpression {
    /// Whether it is a part of `auth`, or the query: a missing property is null.
    fileprivate var isRecord: Bool {
        switch kind {
        case .variable(let name): name == "auth" || name == "query"
        case .property(let receiver, _), .index(let receiver, _): receiver.isRecord
        case .conditional(_, let first, let second): first.isRecord || second.isRecord
        case .null, .boolean, .number, .string, .pattern, .list, .call, .not, .negative, .binary, .logical:
            false
        }
    }
}
