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
    /// The functions that are being looked into, one called by another.
    private var entered: Set<Int> = []
    /// How deep in trees the inference is, those of callers included.
    var level = 0
    /// From here on no function is entered, and anything may come of it: that deep, calls are an error anyway.
    private static let maximumLevel = 150

    /// A function in a place where one of some types is expected.
    struct Use: Hashable {
        var function: Int
        var expected: TypeSet
    }

    /// What a function needs and gives.
    struct Summary {
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
        let use = Use(function: index, expected: .any)
        // Calls may have come here already, in silence.
        summaries[use] = nil
        _ = summary(of: use)
    }

    mutating func summary(of use: Use) -> Summary {
        if let summary = summaries[use] { return summary }
        let parameters = checker.declarations.functions[use.function].syntax.parameters
        // Where calls go round, anything goes too.
        if level > Self.maximumLevel || !entered.insert(use.function).inserted {
            return Summary(parameters: parameters.map { _ in .any }, result: .any)
        }
        defer { entered.remove(use.function) }
        var body = inferBody(of: use.function, expecting: Expectation(use.expected))
        // Of parameters that share a name, the first one has its needs.
        let needs = parameters.map { body.needs.remove($0.name) ?? .any }
        let summary = Summary(parameters: needs, result: body.types)
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

    /// What several operands need together; a variable for which nothing remains is reported, and then free again.
    mutating func join(_ needs: [VariableNeeds], at token: @autoclosure () -> SourceRange) -> VariableNeeds {
        var joined = VariableNeeds()
        for needs in needs { joined.add(needs) }
        for name in joined.freeImpossible() { report(.noTypeFits(name, at: token())) }
        return joined
    }
}
