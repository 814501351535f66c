extension Expression {
    /// Visits the operands, in source order.
    func forEachOperand(_ visit: (Expression) -> Void) {
        switch kind {
        case .literal, .name: break
        case .list(let elements): elements.forEach(visit)
        case .map(let entries):
            for entry in entries {
                visit(entry.key)
                visit(entry.value)
            }
        case .path(let segments):
            for case .interpolation(let expression) in segments { visit(expression) }
        case .member(let operand, _), .unary(_, let operand), .typeTest(let operand, _): visit(operand)
        case .index(let operand, let index):
            visit(operand)
            visit(index)
        case .slice(let operand, let from, let to):
            visit(operand)
            if let from { visit(from) }
            if let to { visit(to) }
        case .call(_, let arguments): arguments.forEach(visit)
        case .method(let receiver, _, let arguments):
            if packageFunction == nil { visit(receiver) }
            arguments.forEach(visit)
        case .binary(_, let left, let right, _):
            visit(left)
            visit(right)
        case .conditional(let condition, let first, let second):
            visit(condition)
            visit(first)
            visit(second)
        }
    }

    /// Visits this node and all below it, each before its operands.
    func forEach(_ visit: (Expression) -> Void) {
        visit(self)
        forEachOperand { $0.forEach(visit) }
    }

    /// The package of a call such as `math.abs(x)`, which looks like a method of a variable.
    var packageFunction: (package: String, functions: [String: Signature])? {
        guard case .method(let receiver, _, _) = kind, case .name(let name) = receiver.kind,
            // `(math).abs(x)` is not one.
            receiver.range == receiver.innerRange, receiver.range.start == innerRange.start,
            let functions = FunctionSignatures.packages[name]
        else { return nil }
        return (name, functions)
    }
}
