/// Infers the types of expressions from the outside in: from the expected type down to the operands.
///
/// An operation selects the overloads that can return the expected type, and expects their parameter types of its operands.
/// The expectations of a variable are combined over all its uses in an expression: each node joins the needs of its operands.
/// A call passes the needs of its function's parameters on to the arguments.
struct TypeInference {
    let checker: RulesChecker
    private(set) var diagnostics: [Diagnostic] = []
    /// Off while a function is inferred for one of its calls, since its own problems have been reported already.
    private var reports = true
    private var summaries: [Use: Summary] = [:]
    /// The functions that are being inferred, each called by the one before.
    private var entered: Set<Int> = []
    /// The current depth in trees, including those of callers.
    var level = 0
    /// Beyond this level functions are not entered, and may return anything: calls that deep are an error anyway.
    private static let maximumLevel = 150

    /// A function, and the types that a call expects.
    struct Use: Hashable {
        var function: Int
        var expected: TypeSet
    }

    /// The types of a function's parameters and result.
    struct Summary {
        var parameters: [TypeSet]
        var result: TypeSet
    }

    /// The inferred types of an expression and its variables.
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

    /// Infers a function by itself, and reports its problems.
    mutating func inferFunction(_ index: Int) {
        let use = Use(function: index, expected: .any)
        // A call may have inferred it already, without reports.
        summaries[use] = nil
        _ = summary(of: use)
    }

    mutating func summary(of use: Use) -> Summary {
        if let summary = summaries[use] { return summary }
        let parameters = checker.declarations.functions[use.function].syntax.parameters
        // In cycles of calls, anything is possible.
        if level > Self.maximumLevel || !entered.insert(use.function).inserted {
            return Summary(parameters: parameters.map { _ in .any }, result: .any)
        }
        defer { entered.remove(use.function) }
        var body = inferBody(of: use.function, expecting: Expectation(use.expected))
        // If parameters share a name, the first one has its needs.
        let needs = parameters.map { body.needs.remove($0.name) ?? .any }
        let summary = Summary(parameters: needs, result: body.types)
        summaries[use] = summary
        return summary
    }

    /// Each binding contains the rest of the function, which is inferred first.
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

    // MARK: Reports

    mutating func silently<Result>(_ body: (inout TypeInference) -> Result) -> Result {
        let reported = reports
        reports = false
        defer { reports = reported }
        return body(&self)
    }

    mutating func report(_ diagnostic: Diagnostic) {
        if reports { diagnostics.append(diagnostic) }
    }

    /// The combined needs of several operands. A variable that no type satisfies is reported, and then unconstrained.
    mutating func join(_ needs: [VariableNeeds], at token: @autoclosure () -> SourceRange) -> VariableNeeds {
        var joined = VariableNeeds()
        for needs in needs { joined.add(needs) }
        for name in joined.freeImpossible() { report(.noTypeFits(name, at: token())) }
        return joined
    }
}
