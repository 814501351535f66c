import FirestoreModel

/// Compiles rules that the checker has let through.
package struct Planner {
    /// What becomes of each expression besides its evaluation.
    package enum Tracing: Sendable {
        /// Nothing: the fastest.
        case off
        /// Every expression that coverage reports has a number and is written down.
        case on
    }

    let tracing: Tracing
    private let version: RulesetSyntax.Version
    private var blocks: [BlockPlan] = []
    private var coverageRoots: [CoverageNode] = []
    private(set) var expressionCount = 0
    /// What stands behind the numbers of the expressions.
    private var tracedExpressions: [TracedExpression] = []
    /// Functions by where they stand; compiled when first called.
    private var functions: [SourcePosition: FunctionPlan] = [:]
    private var functionNodes: [SourcePosition: [CoverageNode]] = [:]
    private var underWay: Set<SourcePosition> = []
    /// True just before the path is planned by which `get()` or its like looks up a document.
    var plansLookup = false

    /// Compiles a file's rules for Cloud Firestore.
    package static func plan(_ syntax: RulesetSyntax, tracing: Tracing = .off) -> RulesPlan {
        var planner = Planner(tracing: tracing, version: syntax.version)
        var global = RuleScope()
        global.enter(functions: syntax.functions)
        planner.report(syntax.functions, global)
        for service in syntax.services where service.name.name == "cloud.firestore" {
            var scope = global
            scope.enter(functions: service.functions)
            planner.report(service.functions, scope)
            let root = TemplateBuilder(version: syntax.version)
            for match in service.matches { planner.add(match, below: root, scope) }
        }
        return RulesPlan(
            blocks: planner.blocks, coverageRoots: planner.coverageRoots,
            expressionCount: planner.expressionCount, tracedExpressions: planner.tracedExpressions)
    }

    private init(tracing: Tracing, version: RulesetSyntax.Version) {
        self.tracing = tracing
        self.version = version
    }

    private mutating func add(_ match: MatchSyntax, below parent: TemplateBuilder, _ outer: RuleScope) {
        var builder = parent
        var captures: [String: Int] = [:]
        builder.append(match.template) { name, slot in captures[name] = slot }
        var scope = outer
        scope.enter(captures: captures, functions: match.functions)
        report(match.functions, scope)
        var allows: [AllowPlan] = []
        var conditions: [CoverageNode] = []
        for allow in match.allows { allows.append(plan(allow, scope, &conditions)) }
        let block = BlockPlan(
            template: builder.template, pattern: builder.pattern, segments: builder.segments, allows: allows)
        // Below a glob the blocks inside come first.
        let comesLast = builder.template.glob != nil
        if !allows.isEmpty, !comesLast { blocks.append(block) }
        for nested in match.matches { add(nested, below: builder, scope) }
        if !allows.isEmpty, comesLast { blocks.append(block) }
        coverageRoots += conditions
    }

    /// Lists functions for reports, also those that nothing calls.
    private mutating func report(_ functions: [FunctionSyntax], _ scope: RuleScope) {
        guard tracing == .on else { return }
        for function in functions {
            _ = plan(function, declaredIn: scope)
            coverageRoots += functionNodes[function.name.range.start] ?? []
        }
    }

    private mutating func plan(
        _ allow: AllowSyntax, _ scope: RuleScope, _ conditions: inout [CoverageNode]
    ) -> AllowPlan {
        let methods = allow.methods.reduce(into: RulesMethodSet()) {
            $0.formUnion(RulesMethodSet(name: $1.name))
        }
        guard let condition = allow.condition else {
            return AllowPlan(
                methods: methods, condition: nil, position: allow.range.start, expression: nil,
                syntax: allow)
        }
        let planned = plan(condition, scope)
        conditions += planned.coverage
        return AllowPlan(
            methods: methods, condition: planned.node, position: condition.range.start,
            expression: planned.id, syntax: allow)
    }

    /// The plan of a function, compiled when it is first called.
    ///
    /// - Returns: Nil for one that calls itself, which the checker refuses.
    mutating func plan(_ function: FunctionSyntax, declaredIn home: RuleScope) -> FunctionPlan? {
        let key = function.name.range.start
        if let known = functions[key] { return known }
        guard underWay.insert(key).inserted else { return nil }
        defer { underWay.remove(key) }
        var scope = home
        for (slot, parameter) in function.parameters.enumerated() {
            scope.define(parameter.name, slot: slot)
        }
        let body = plan(bindings: function.bindings[...], of: function, scope)
        let plan = FunctionPlan(
            name: function.name.name, parameters: function.parameters.map(\.name),
            body: body.node, source: body.source)
        functions[key] = plan
        functionNodes[key] = body.coverage
        return plan
    }

    /// A function's body from one `let` on.
    private mutating func plan(
        bindings: ArraySlice<FunctionSyntax.Binding>, of function: FunctionSyntax, _ scope: RuleScope
    ) -> PlannedExpression {
        guard let binding = bindings.first else { return plan(function.result, scope) }
        let bound = plan(binding.value, scope)
        var inner = scope
        inner.define(binding.name.name, slot: function.parameters.count + bindings.startIndex)
        let rest = plan(bindings: bindings.dropFirst(), of: function, inner)
        let range = binding.keyword.extended(to: function.result.range)
        return number(
            LetNode(bound.node, rest: rest.node), .binding(binding.name.name, range), [bound, rest])
    }

    /// Gives an expression its number, when values are to be written down.
    mutating func number(
        _ node: any PlanNode, _ form: TracedExpression.Form, _ operands: [PlannedExpression]
    ) -> PlannedExpression {
        let function = (node as? CallNode)?.function
        guard tracing == .on else {
            return PlannedExpression(node, TracedExpression.Source(form))
        }
        let id = expressionCount
        expressionCount += 1
        tracedExpressions.append(
            TracedExpression(
                form: form, operands: operands.map(\.source), function: function))
        // A collection is reported before what may be in it, as it is evaluated.
        let reported = form.isMembership ? operands.reversed() : operands
        let coverage = CoverageNode(id: id, range: form.range, children: reported.flatMap(\.coverage))
        return PlannedExpression(
            TracedNode(node, id: id, form: form), TracedExpression.Source(form, id: id),
            coverage: [coverage])
    }
}

/// A compiled expression and what coverage reports of it: itself, or nothing where it is a literal.
struct PlannedExpression {
    let node: any PlanNode
    let source: TracedExpression.Source
    var coverage: [CoverageNode]

    init(
        _ node: any PlanNode, _ source: TracedExpression.Source, coverage: [CoverageNode] = []
    ) {
        self.node = node
        self.source = source
        self.coverage = coverage
    }

    var id: Int? { source.id }
}
