/// Finds the types of expressions, from what is expected of them down to their operands.
///
/// An operation looks for the overloads that can give what is expected, and expects of its operands what these take.
/// What is expected of a variable adds up over all its uses in an expression: each node puts together what its operands need.
/// A call passes what its function needs of the parameters on to the arguments.
struct TypeInference {
    let checker: RulesChecker
    private(set) var diagnostics: [Diagnostic] = []
    /// Off while a function is looked into on behalf of one call: the function itself has been reported once.
    private var reports = true
    private var summaries: [Use: Summary] = [:]

    /// A function in a place where one of some types is expected.
    private struct Use: Hashable {
        var function: Int
        var expected: TypeSet
    }

    /// What a function needs and gives.
    private struct Summary {
        var parameters: [TypeSet]
        var result: TypeSet
    }

    /// What is known of an expression.
    struct Inferred {
        var types = TypeSet.any
        var needs = VariableNeeds()
    }

    init(_ checker: RulesChecker) {
        self.checker = checker
    }

    // MARK: Conditions and functions

    mutating func inferCondition(_ expression: Expression, in context: ExpressionContext) {
        _ = infer(expression, expecting: Expectation(.bool, isPermission: true), in: context)
    }

    /// Looks into a function for its own sake.
    mutating func inferFunction(_ index: Int) {
        reports = true
        let use = Use(function: index, expected: .any)
        // Calls may have come here already, in silence.
        summaries[use] = nil
        _ = summary(of: use)
    }

    private mutating func summary(of use: Use) -> Summary {
        if let summary = summaries[use] { return summary }
        let function = checker.declarations.functions[use.function].syntax
        // Until it is known, as in a cycle: anything.
        summaries[use] = Summary(parameters: function.parameters.map { _ in .any }, result: .any)
        var body = inferBody(of: use.function, expecting: Expectation(use.expected))
        // Of parameters that share a name, the first one has its needs.
        let parameters = function.parameters.map { body.needs.remove($0.name) ?? .any }
        let summary = Summary(parameters: parameters, result: body.types)
        summaries[use] = summary
        return summary
    }

    /// A body is a nest: each binding holds the rest of the function, which comes first.
    private mutating func inferBody(of index: Int, expecting expected: Expectation) -> Inferred {
        let function = checker.declarations.functions[index]
        var contexts = [
            ExpressionContext(
                scope: function.scope, services: checker.reach.services[index],
                locals: Set(function.syntax.parameters.map(\.name)))
        ]
        for binding in function.syntax.checkedBindings {
            var context = contexts[contexts.count - 1]
            context.locals.insert(binding.name.name)
            contexts.append(context)
        }
        let rest = contexts.removeLast()
        var body = Inferred()
        if !function.syntax.hasTooManyBindings {
            body = infer(function.syntax.result, expecting: expected, in: rest)
        }
        for binding in function.syntax.checkedBindings.reversed() {
            let needed = body.needs.remove(binding.name.name) ?? .any
            let value = infer(binding.value, expecting: Expectation(needed), in: contexts.removeLast())
            body.needs = join([value.needs, body.needs], at: binding.keyword)
        }
        return body
    }

    // MARK: Expressions

    private mutating func infer(
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

    // MARK: Reports

    private mutating func silently<Result>(_ body: (inout TypeInference) -> Result) -> Result {
        let reported = reports
        reports = false
        defer { reports = reported }
        return body(&self)
    }

    private mutating func report(_ diagnostic: Diagnostic) {
        if reports { diagnostics.append(diagnostic) }
    }

    /// What several operands need together; a variable for which nothing remains is reported, and then free again.
    private mutating func join(_ needs: [VariableNeeds], at token: SourceRange) -> VariableNeeds {
        var joined = VariableNeeds()
        for needs in needs { joined.add(needs) }
        for name in joined.removeImpossible() { report(.noTypeFits(name, at: token)) }
        return joined
    }
}
