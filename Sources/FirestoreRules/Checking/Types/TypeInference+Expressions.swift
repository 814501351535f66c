extension TypeInference {
    mutating func infer(
        _ node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        switch node.kind {
        case .literal(let literal): return known(TypeSet([literal.type]), at: node, expecting: expected)
        case .name(let name): return variable(name, at: node, expecting: expected, in: context)
        case .list(let elements):
            let needs = elements.map { infer($0, expecting: .anything, in: context).needs }
            return composite([.list], needs, at: node, expecting: expected)
        case .map(let entries):
            let needs = entries.flatMap { entry in
                [
                    infer(entry.key, expecting: Expectation(.string), in: context).needs,
                    infer(entry.value, expecting: .anything, in: context).needs,
                ]
            }
            return composite(.map, needs, at: node, expecting: expected)
        case .path(let segments):
            var needs: [VariableNeeds] = []
            for case .interpolation(let value) in segments {
                let expected = Expectation(OperatorSignatures.interpolation)
                needs.append(infer(value, expecting: expected, in: context).needs)
            }
            return composite(.path, needs, at: node, expecting: expected)
        case .member(let operand, _):
            return operation(OperatorSignatures.member, [operand], at: node, expecting: expected, in: context)
        case .index(let operand, let index):
            return operation(
                OperatorSignatures.index, [operand, index], at: node, expecting: expected, in: context)
        case .slice(let operand, let from, let to):
            return operation(
                OperatorSignatures.slice, [operand, from, to], at: node, expecting: expected, in: context)
        case .unary(let sign, let operand):
            return operation(
                OperatorSignatures.signature(of: sign), [operand], at: node, expecting: expected, in: context)
        case .typeTest(let operand, _):
            return operation(
                OperatorSignatures.typeTest, [operand], at: node, expecting: expected, in: context)
        case .binary(let sign, let left, let right, _) where sign == .equal || sign == .notEqual:
            return equality(sign, left, right, at: node, expecting: expected, in: context)
        case .binary(let sign, let left, let right, _):
            return operation(
                OperatorSignatures.signature(of: sign), [left, right], at: node, expecting: expected,
                in: context)
        case .conditional(let condition, let first, let second):
            return conditional(condition, first, second, at: node, expecting: expected, in: context)
        case .call(let name, let arguments):
            return call(name.name, arguments, at: node, expecting: expected, in: context)
        case .method(let receiver, let name, let arguments):
            if let package = node.packageFunction {
                return operation(
                    package.functions[name.name], arguments, at: node, expecting: expected, in: context)
            }
            return operation(
                MethodSignatures.signature(of: name.name), [receiver] + arguments, at: node,
                expecting: expected, in: context)
        }
    }

    private mutating func variable(
        _ name: String, at node: Expression, expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
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
        _ types: TypeSet, _ needs: [VariableNeeds], at node: Expression, expecting expected: Expectation
    ) -> Inferred {
        var inferred = known(types, at: node, expecting: expected)
        inferred.needs = join(needs, at: node.firstToken)
        return inferred
    }

    /// A built-in operation; without a signature that fits, its operands can be anything.
    private mutating func operation(
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
        inferred.needs = needs(of: operands, parameters: parameters, at: node, in: context)
        return inferred
    }

    private mutating func needs(
        of operands: [Expression?], parameters: [TypeSet]?, at node: Expression, in context: ExpressionContext
    ) -> VariableNeeds {
        var needs: [VariableNeeds] = []
        for (index, operand) in operands.enumerated() {
            guard let operand else { continue }
            let expected = Expectation(parameters?[index] ?? .any)
            needs.append(infer(operand, expecting: expected, in: context).needs)
        }
        // The order decides in which order messages name types: arguments come before a receiver that they fit.
        if parameters != nil, node.hasReceiver { needs.append(needs.removeFirst()) }
        return join(needs, at: node.firstToken)
    }

    private mutating func equality(
        _ sign: BinaryOperator, _ left: Expression, _ right: Expression, at node: Expression,
        expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        let fits = expected.admits(.bool)
        var inferred = known(.bool, at: node, expecting: expected)
        let parameters = OperatorSignatures.equality.parameters(giving: .bool) ?? []
        let operands = zip([left, right], parameters).map { operand, types in
            infer(operand, expecting: fits ? Expectation(types) : .anything, in: context)
        }
        if fits, !operands[0].types.isComparable(to: operands[1].types) {
            report(.notComparable(sign, at: node.mainToken))
        }
        inferred.needs = join(operands.map(\.needs), at: node.firstToken)
        return inferred
    }

    private mutating func conditional(
        _ condition: Expression, _ first: Expression, _ second: Expression, at node: Expression,
        expecting expected: Expectation, in context: ExpressionContext
    ) -> Inferred {
        let expected = Expectation(expected.types)
        let asked = infer(condition, expecting: Expectation(.bool), in: context)
        let first = infer(first, expecting: expected, in: context)
        let second = infer(second, expecting: expected, in: context)
        if first.types.isDisjoint(with: second.types) {
            report(.branchesDiffer(at: node.mainToken))
        }
        return Inferred(needs: join([asked.needs, first.needs, second.needs], at: node.firstToken))
    }

    private mutating func call(
        _ name: String, _ arguments: [Expression], at node: Expression, expecting expected: Expectation,
        in context: ExpressionContext
    ) -> Inferred {
        switch checker.callee(name, in: context) {
        case .builtIn(let signature, _):
            return operation(signature, arguments, at: node, expecting: expected, in: context)
        case .declared(let function, let parameterCounts) where parameterCounts == [arguments.count]:
            let summary = silently { $0.summary(of: Use(function: function, expected: expected.types)) }
            return Inferred(
                types: summary.result,
                needs: needs(of: arguments, parameters: summary.parameters, at: node, in: context))
        case .declared, .none:
            return Inferred(needs: needs(of: arguments, parameters: nil, at: node, in: context))
        }
    }
}

extension Expression {
    fileprivate var hasReceiver: Bool {
        switch kind {
        case .method: packageFunction == nil
        case .index, .slice: true
        case .literal, .name, .list, .map, .path, .member, .call, .unary, .binary, .typeTest, .conditional:
            false
        }
    }
}
