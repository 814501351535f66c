import FirestoreModel

extension Planner {
    /// A node and the expressions inside it.
    private typealias Parts = (node: any PlanNode, children: [PlannedExpression])

    /// Compiles an expression.
    mutating func plan(_ expression: Expression, _ scope: RuleScope) -> PlannedExpression {
        if case .literal(let literal) = expression.kind {
            return PlannedExpression(
                ConstantNode(literal.value), TracedExpression.Source(.expression(expression)))
        }
        let (node, children) = parts(of: expression, scope)
        return number(node, .expression(expression), children)
    }

    private mutating func parts(of expression: Expression, _ scope: RuleScope) -> Parts {
        switch expression.kind {
        case .literal(let literal): return (ConstantNode(literal.value), [])
        case .name(let name): return (variable(name, scope), [])
        case .list(let elements):
            let planned = plan(elements, scope)
            return (folded(ListNode(planned.map(\.node)), planned), planned)
        case .map(let entries):
            let (keys, values) = (plan(entries.map(\.key), scope), plan(entries.map(\.value), scope))
            let node = MapNode(
                keys: keys.map(\.node), values: values.map(\.node),
                keyRanges: entries.map(\.key.firstToken))
            let children = zip(keys, values).flatMap { [$0, $1] }
            return (folded(node, children), children)
        case .path(let segments): return plan(path: segments, scope)
        case .member(let receiver, let name):
            let receiver = plan(receiver, scope)
            if let data = receiver.node as? EnvironmentNode, data.part != .requestAuthUID {
                return (FieldNode(data, FieldName(name.name)), [receiver])
            }
            let node = MemberNode(receiver.node, FieldName(name.name))
            guard tracing == .off, let part = EnvironmentNode.Part(expression), !scope.defines(part.root)
            else { return (node, [receiver]) }
            return (EnvironmentNode(part, lookup: node), [receiver])
        case .index(let receiver, let index):
            let children = plan([receiver, index], scope)
            return (folded(IndexNode(children[0].node, children[1].node), children), children)
        case .slice(let receiver, let from, let to): return plan(slice: receiver, from, to, scope)
        case .call(let name, let arguments): return plan(call: name, arguments, scope)
        case .method(let receiver, let name, let arguments):
            return plan(method: name, of: receiver, arguments, scope)
        case .unary(let operation, let operand):
            let operand = plan(operand, scope)
            let node: any PlanNode = operation == .not ? NotNode(operand.node) : NegativeNode(operand.node)
            return (folded(node, [operand]), [operand])
        case .binary(let operation, let left, let right, _):
            let children = plan([left, right], scope)
            let node = Planner.node(operation, children[0].node, children[1].node, at: expression)
            return (folded(node, children), children)
        case .typeTest(let operand, let type):
            let operand = plan(operand, scope)
            guard let name = TypeName(rawValue: type.name) else {
                return (FailingNode(.functionNotFound(type.name)), [operand])
            }
            return (TypeTestNode(operand.node, is: name), [operand])
        case .conditional(let condition, let first, let second):
            let children = plan([condition, first, second], scope)
            let node = ConditionalNode(children[0].node, children[1].node, children[2].node)
            return (folded(node, children), children)
        }
    }

    private mutating func plan(_ expressions: [Expression], _ scope: RuleScope) -> [PlannedExpression] {
        var planned: [PlannedExpression] = []
        for expression in expressions { planned.append(plan(expression, scope)) }
        return planned
    }

    private static func node(
        _ operation: BinaryOperator, _ left: any PlanNode, _ right: any PlanNode, at expression: Expression
    ) -> any PlanNode {
        switch operation {
        case .and: JunctionNode(left, right, deciding: false, start: expression.firstToken)
        case .or: JunctionNode(left, right, deciding: true, start: expression.firstToken)
        case .in: MembershipNode(left, in: right)
        case .equal, .notEqual: EqualityNode(left, right, isNegated: operation == .notEqual)
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .add, .subtract, .multiply,
            .divide, .remainder:
            BinaryNode(operation, left, right)
        }
    }

    private func variable(_ name: String, _ scope: RuleScope) -> any PlanNode {
        if let slot = scope.local(name) { return LocalNode(slot: slot) }
        let captures = scope.captures(name)
        if !captures.isEmpty { return CaptureNode(indices: captures) }
        switch name {
        case "request": return RequestNode()
        case "resource": return ResourceNode()
        default: return FailingNode(.nullValue)
        }
    }

    private mutating func plan(
        path segments: [Expression.PathSegment], _ scope: RuleScope
    ) -> Parts {
        let isOfLookup = plansLookup
        plansLookup = false
        var parts: [PathNode.Part] = []
        var children: [PlannedExpression] = []
        for segment in segments {
            switch segment {
            case .literal(let text, _): parts.append(.segment(.literal(text)))
            case .variable(let name): parts.append(.segment(.variable(name.name)))
            case .globVariable(let name): parts.append(.segment(.globVariable(name.name)))
            case .interpolation(let expression):
                let child = plan(expression, scope)
                parts.append(.interpolation(child.node, at: expression.firstToken))
                children.append(child)
            }
        }
        return (folded(PathNode(parts, isOfLookup: isOfLookup), children), children)
    }

    private mutating func plan(
        slice receiver: Expression, _ from: Expression?, _ to: Expression?,
        _ scope: RuleScope
    ) -> Parts {
        let receiver = plan(receiver, scope)
        var first: PlannedExpression?
        var last: PlannedExpression?
        if let from { first = plan(from, scope) }
        if let to { last = plan(to, scope) }
        let node = SliceNode(receiver.node, from: first?.node, to: last?.node)
        return (node, [receiver] + [first, last].compactMap(\.self))
    }

    private mutating func plan(
        call name: Identifier, _ arguments: [Expression], _ scope: RuleScope
    ) -> Parts {
        let builtIn = BuiltInFunction.named(name.name)
        if arguments.count == 1, case .path = arguments[0].kind, scope.function(name.name) == nil {
            plansLookup = if case .access? = builtIn?.implementation { true } else { false }
        }
        let planned = plan(arguments, scope)
        let nodes = planned.map(\.node)
        if let (syntax, home) = scope.function(name.name) {
            let parameters = syntax.parameters.map(\.name)
            guard parameters.count == nodes.count else {
                let expected = "\(name.name)(\(parameters.joined(separator: ", ")))"
                return (
                    FailingNode(.argumentCount(received: nodes.count, expected: expected), after: nodes),
                    planned
                )
            }
            guard let function = plan(syntax, declaredIn: home) else {
                return (FailingNode(.functionNotFound(name.name), after: nodes), planned)
            }
            return (CallNode(function, nodes), planned)
        }
        return plan(builtIn, named: name.name, planned)
    }

    /// A call of a built-in function; nil if there is none of that name.
    private func plan(
        _ function: BuiltInFunction?, named name: String, _ arguments: [PlannedExpression]
    ) -> Parts {
        let nodes = arguments.map(\.node)
        switch function?.implementation {
        case .pure?:
            guard let function else { break }
            return (folded(BuiltInCallNode(function, nodes), arguments), arguments)
        case .access(let access)?:
            if nodes.count == 1 { return (DocumentAccessNode(access, nodes[0]), arguments) }
            let error = RuleError.argumentCount(received: nodes.count, expected: "\(name)(path)")
            return (FailingNode(error, after: nodes), arguments)
        case .missing?, nil: break
        }
        return (FailingNode(.functionNotFound(name), after: nodes), arguments)
    }

    private mutating func plan(
        method name: Identifier, of receiver: Expression, _ arguments: [Expression],
        _ scope: RuleScope
    ) -> Parts {
        if case .name(let package) = receiver.kind, BuiltInFunction.packages.contains(package) {
            let function = BuiltInFunction.named(name.name, in: package)
            return plan(function, named: "\(package).\(name.name)", plan(arguments, scope))
        }
        let children = plan([receiver] + arguments, scope)
        let nodes = children.dropFirst().map(\.node)
        guard let method = BuiltInMethod.all[name.name], method.isImplemented else {
            return (UnknownMethodNode(children[0].node, name.name, nodes), children)
        }
        return (folded(Planner.node(method, of: children[0].node, nodes), children), children)
    }

    /// A call of a method. Some calls that most rules contain have nodes of their own, which make no values on the way.
    private static func node(
        _ method: BuiltInMethod, of receiver: any PlanNode, _ arguments: [any PlanNode]
    ) -> any PlanNode {
        let special: [(any PlanNode)?] = [
            ChangedKeysNode(receiver, method, arguments), ChangedKeysLimitNode(receiver, method, arguments),
            ToSetNode(receiver, method, arguments), SetDifferenceNode(receiver, method, arguments),
            SetDifferenceLimitNode(receiver, method, arguments), HasAllNode(receiver, method, arguments),
        ]
        return special.lazy.compactMap(\.self).first ?? MethodNode(receiver, method, arguments)
    }

    /// An expression of literals becomes what it always comes to, at the same cost.
    private func folded(_ node: any PlanNode, _ children: [PlannedExpression]) -> any PlanNode {
        guard tracing == .off, children.allSatisfy({ $0.node is ConstantNode }) else { return node }
        return Evaluation.folded(node) ?? node
    }
}

extension Expression.Literal {
    /// What it is to a rule.
    package var value: RuleValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .int(let int): .int(int)
        case .float(let float): .float(float)
        case .string(let text): .string(text)
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}
