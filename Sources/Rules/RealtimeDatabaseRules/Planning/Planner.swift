import RealtimeDatabaseModel

/// Makes a condition ready to be evaluated.
struct Planner {
    /// Of so many regular expressions of a file faster forms are made, which takes a while for each.
    private static let mostPrepared = 200

    private let levels: [String: Int]
    private let isTraced: Bool
    private var preparedCount: Int

    private init(_ statement: RuleStatement, isTraced: Bool, preparedCount: Int) {
        levels = Dictionary(statement.captures.map { ($0.name, $0.level) }) { first, _ in first }
        self.isTraced = isTraced
        self.preparedCount = preparedCount
    }

    /// Plans rules, each in a form that notes what its expressions come to and in one that does not.
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
        // What stands alone has become a constant, and the others stand only in calls.
        case .null, .boolean, .number, .string, .pattern, .list: return ConstantNode(.null)
        }
    }

    private mutating func call(
        _ name: String, _ receiver: any PlanNode, _ arguments: [RuleExpression]
    ) -> any PlanNode {
        if let method = SnapshotMethod(rawValue: name) {
            guard let argument = arguments.first else {
                return method == .parent ? ParentNode(receiver) : SnapshotMethodNode(method, receiver)
            }
            switch (method, argument.kind) {
            case (.child, _): return WayNode(receiver, step(argument))
            case (_, .list(let paths)): return HasChildrenNode(method, receiver, nodes(paths))
            case (_, _): return HasChildrenNode(method, receiver, [node(argument)])
            }
        }
        guard let method = StringMethod(rawValue: name) else { return ConstantNode(.null) }
        if case .pattern(let pattern)? = arguments.first?.kind {
            preparedCount += 1
            let isPrepared = preparedCount <= Planner.mostPrepared
            return MatchesNode(receiver, isPrepared ? pattern.prepared : pattern)
        }
        return StringMethodNode(method, receiver, nodes(arguments))
    }

    private mutating func step(_ path: RuleExpression) -> WayNode.Step {
        if case .string(let text) = path.kind, let keys = DataSnapshot.keys(text) { return .known(keys) }
        let node = node(path)
        return (node as? CaptureNode).map { .captured($0) } ?? .asked(node)
    }

    private mutating func nodes(_ expressions: [RuleExpression]) -> [any PlanNode] {
        var nodes: [any PlanNode] = []
        for expression in expressions { nodes.append(node(expression)) }
        return nodes
    }
}

extension RuleExpression {
    /// Whether it is a part of `auth`, or the query: what it does not have is null.
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
