/// How operands are evaluated and paid for, as Google's emulator does it: the last one first, each also when another one has failed, and
/// then the expression takes one off the budget. The first operand that fails is why the expression does.
extension Evaluation {
    /// The value of the only operand.
    @inline(__always)
    func operand(_ node: any PlanNode, cost: Int = 1) throws(EvaluationFailure) -> RuleValue {
        try lastOperand(cost: cost) { () throws(EvaluationFailure) in try node.value(in: self) }
    }

    /// The values of two operands.
    ///
    /// - Parameter check: Fails for a value of the first one that is wrong whatever becomes of the second one.
    @inline(__always)
    func operands(
        _ first: any PlanNode, _ second: any PlanNode, checking check: Check = { _, _ in }
    ) throws(EvaluationFailure) -> (RuleValue, RuleValue) {
        let value = try operand(second, after: first, checking: check) { () throws(EvaluationFailure) in
            try second.value(in: self)
        }
        return (try operand(first), value)
    }

    /// What is made of the second of two operands, which is evaluated first.
    ///
    /// - Parameter check: Fails for a value of the first one that is wrong whatever becomes of the second one.
    @inline(__always)
    func operand<Operand>(
        _ second: any PlanNode, after first: any PlanNode, checking check: Check = { _, _ in },
        _ evaluate: () throws(EvaluationFailure) -> Operand
    ) throws(EvaluationFailure) -> Operand {
        let start = leftovers.count
        do throws(EvaluationFailure) {
            return try evaluate()
        } catch {
            throw try failure(error, of: [first, second], at: 1, since: start, checking: check)
        }
    }

    /// What is made of the first or only operand, which is evaluated last: then the expression takes its cost off the budget.
    @inline(__always)
    func lastOperand<Operand>(
        cost: Int = 1, _ evaluate: () throws(EvaluationFailure) -> Operand
    ) throws(EvaluationFailure) -> Operand {
        do throws(EvaluationFailure) {
            let operand = try evaluate()
            try charge(cost)
            return operand
        } catch {
            try charge(cost)
            throw error
        }
    }

    /// The values of any number of operands.
    func operands(
        _ nodes: [any PlanNode], as role: OperandFailures.Role = .arguments,
        checking check: Check = { _, _ in }
    ) throws(EvaluationFailure) -> [RuleValue] {
        let start = leftovers.count
        var values: [RuleValue] = []
        values.reserveCapacity(nodes.count)
        for index in nodes.indices.reversed() {
            do throws(EvaluationFailure) {
                values.append(try nodes[index].value(in: self))
            } catch {
                throw try failure(error, of: nodes, at: index, as: role, since: start, checking: check)
            }
        }
        try charge()
        values.reverse()
        return values
    }

    /// The arguments of a call.
    @inline(__always)
    func arguments(_ nodes: [any PlanNode]) throws(EvaluationFailure) -> CallArguments {
        nodes.count == 1 ? CallArguments(try operand(nodes[0])) : CallArguments(try operands(nodes))
    }

    /// Fails for a value of the first operand that is wrong whatever becomes of the others.
    typealias Check = (RuleValue, WorkMeter) throws(EvaluationFailure) -> Void

    /// Why an expression fails of which an operand has failed, and none after that.
    @inline(never)
    func failure(
        _ failure: EvaluationFailure, of nodes: [any PlanNode], at index: Int,
        as role: OperandFailures.Role = .arguments, since start: Int, cost: Int = 1,
        checking check: Check = { _, _ in }
    ) throws(EvaluationFailure) -> EvaluationFailure {
        var failures = OperandFailures(failure, followedBy: nodes.count - 1 - index, as: role)
        try failures.collect(in: self, since: start, before: index, cost: cost) {
            (earlier) throws(EvaluationFailure) in
            let value = try nodes[earlier].value(in: self)
            if earlier == 0 { try check(value, work) }
        }
        return failures.settle(in: &leftovers, since: start)
    }

    /// Evaluates a function with its arguments as its first variables.
    func call(
        _ function: FunctionPlan, arguments: [any PlanNode]
    ) throws(EvaluationFailure) -> RuleValue {
        let base = locals.count
        defer { locals.removeSubrange(base...) }
        // The arguments are the caller's expressions: all are evaluated before the frame changes.
        for _ in arguments { locals.append(.failure(.unknown)) }
        for index in arguments.indices.reversed() {
            locals[base + index] = try outcome(of: arguments[index])
        }
        try charge()
        let caller = frame
        frame = base
        defer { frame = caller }
        return try function.body.value(in: self)
    }
}
