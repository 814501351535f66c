extension TypeInference {
    /// Each case has a method of its own, so that deep trees need little stack.
    mutating func infer(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        level += 1
        defer { level -= 1 }
        switch node.kind {
        case .literal: return literal(node, expecting: expected)
        case .name: return variable(node, expecting: expected, in: context)
        case .list, .map, .path: return composite(node, expecting: expected, in: context)
        case .binary(.equal, _, _, _), .binary(.notEqual, _, _, _):
            return equality(node, expecting: expected, in: context)
        case .member, .index, .slice, .unary, .typeTest, .binary, .method:
            return operation(node, expecting: expected, in: context)
        case .conditional: return conditional(node, expecting: expected, in: context)
        case .call: return call(node, expecting: expected, in: context)
        }
    }

    private mutating func literal(_ node: Expression, expecting expected: Expectation) -> Inferred {
        guard case .literal(let literal) = node.kind else { return Inferred() }
        return known(TypeSet([literal.type]), at: node, expecting: expected)
    }

    private mutating func variable(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        guard case .name(let name) = node.kind else { return Inferred() }
        var declared = TypeSet.any
        if !context.locals.contains(name) {
            if let capture = checker.declarations.capture(name, in: context.scope) {
                declared = capture
            } else if let variable = context.services.variable(name) {
                declared = variable
            } else {
                return Inferred()
            }
        }
        let types = declared == .any ? expected.types : declared.intersection(expected.types)
        if !types.isEmpty { return Inferred(types: types, needs: VariableNeeds(name, types)) }
        report(expected.mismatch(declared, at: node.mainToken))
        report(.noTypeFits(name, at: node.mainToken))
        return Inferred()
    }

    private mutating func known(
        _ types: TypeSet, at node: Expression, expecting expected: Expectation
    ) -> Inferred {
        if expected.admits(types) { return Inferred(types: types) }
        report(expected.mismatch(types, at: node.mainToken))
        return Inferred()
    }

    private mutating func composite(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        let (type, parts) = node.parts
        var inferred = known(TypeSet([type]), at: node, expecting: expected)
        inferred.needs = needs(of: parts, at: node, in: context)
        return inferred
    }

    /// A built-in operation. Without a matching signature, its operands can be anything.
    private mutating func operation(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        let (signature, operands) = node.operation
        return apply(signature, operands, at: node, expecting: expected, in: context)
    }

    private mutating func apply(
        _ signature: Signature?, _ operands: [Expression?], at node: Expression,
        expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        var inferred = Inferred()
        var parameters: [TypeSet]?
        if let signature, signature.parameterCount == operands.count {
            parameters = signature.parameters(giving: expected.types)
            if parameters != nil {
                inferred.types = signature.result
            } else {
                report(expected.mismatch(signature.result, at: node.mainToken))
            }
        }
        var places: [(Expression, Expectation)] = []
        for (index, operand) in operands.enumerated() {
            if let operand {
                places.append((operand, Expectation(parameters?[index] ?? .any, of: signature?.builtIn)))
            }
        }
        // Messages name types in this order: arguments before a receiver that they fit.
        let rotates = parameters != nil && node.hasReceiver
        inferred.needs = needs(of: places, at: node, in: context, firstIsLast: rotates)
        return inferred
    }

    /// The combined needs of several parts of a node.
    private mutating func needs(
        of parts: [(Expression, Expectation)], at node: Expression, in context: ExpressionContext,
        firstIsLast: Bool = false
    ) -> VariableNeeds {
        var needs: [VariableNeeds] = []
        for (part, expected) in parts {
            needs.append(infer(part, expecting: expected, in: context).needs)
        }
        if firstIsLast { needs.append(needs.removeFirst()) }
        return join(needs, at: node.firstToken)
    }

    private mutating func equality(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        guard case .binary(let sign, let left, let right, _) = node.kind else { return Inferred() }
        let fits = expected.admits(.bool)
        var inferred = known(.bool, at: node, expecting: expected)
        let operands = Expectation(fits ? OperatorSignatures.equalityOperand : .any)
        let first = infer(left, expecting: operands, in: context)
        let second = infer(right, expecting: operands, in: context)
        if fits, !first.types.isComparable(to: second.types) {
            report(.notComparable(sign, at: node.mainToken))
        }
        inferred.needs = join([first.needs, second.needs], at: node.firstToken)
        return inferred
    }

    private mutating func conditional(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        guard case .conditional(let condition, let left, let right) = node.kind else { return Inferred() }
        let asked = infer(condition, expecting: Expectation(.bool), in: context)
        let first = infer(left, expecting: Expectation(expected.types), in: context)
        let second = infer(right, expecting: Expectation(expected.types), in: context)
        if first.types.isDisjoint(with: second.types) { report(.branchesDiffer(at: node.mainToken)) }
        return Inferred(needs: join([asked.needs, first.needs, second.needs], at: node.firstToken))
    }

    private mutating func call(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        guard case .call(let name, let arguments) = node.kind else { return Inferred() }
        switch checker.callee(name.name, in: context) {
        case .builtIn(let signature, _):
            return apply(signature, arguments, at: node, expecting: expected, in: context)
        case .declared(let function, let parameterCounts) where parameterCounts == [arguments.count]:
            let summary = silently { $0.summary(of: Use(function: function, expected: expected.types)) }
            let parts = zip(arguments, summary.parameters).map { ($0, Expectation($1)) }
            return Inferred(types: summary.result, needs: needs(of: parts, at: node, in: context))
        case .declared, .none:
            return Inferred(
                needs: needs(of: arguments.map { ($0, .anything) }, at: node, in: context))
        }
    }
}

extension Expression {
    /// The type of a composite literal, and its parts.
    fileprivate var parts: (RuleType, [(Expression, Expectation)]) {
        switch kind {
        case .list(let elements): (.list, elements.map { ($0, .anything) })
        case .map(let entries):
            (.map, entries.flatMap { [($0.key, Expectation(.string)), ($0.value, .anything)] })
        case .path(let segments):
            (
                .path,
                segments.compactMap { segment in
                    guard case .interpolation(let value) = segment else { return nil }
                    return (value, Expectation(OperatorSignatures.interpolation))
                }
            )
        case .literal, .name, .member, .index, .slice, .call, .method, .unary, .binary, .typeTest,
            .conditional:
            (.null, [])
        }
    }

    /// The signature of an operation, and its operands.
    fileprivate var operation: (Signature?, [Expression?]) {
        switch kind {
        case .member(let operand, _): (OperatorSignatures.member, [operand])
        case .index(let operand, let index): (OperatorSignatures.index, [operand, index])
        case .slice(let operand, let from, let to): (OperatorSignatures.slice, [operand, from, to])
        case .unary(let sign, let operand): (OperatorSignatures.signature(of: sign), [operand])
        case .typeTest(let operand, _): (OperatorSignatures.typeTest, [operand])
        case .binary(let sign, let left, let right, _):
            (OperatorSignatures.signature(of: sign), [left, right])
        case .method(let receiver, let name, let arguments):
            if let package {
                (BuiltInFunction.named(name.name, in: package)?.signature, arguments)
            } else {
                (BuiltInMethod.all[name.name]?.signature, [receiver] + arguments)
            }
        case .literal, .name, .list, .map, .path, .call, .conditional: (nil, [])
        }
    }

    fileprivate var hasReceiver: Bool {
        switch kind {
        case .method: package == nil
        case .index, .slice: true
        case .literal, .name, .list, .map, .path, .member, .call, .unary, .binary, .typeTest, .conditional:
            false
        }
    }
}
