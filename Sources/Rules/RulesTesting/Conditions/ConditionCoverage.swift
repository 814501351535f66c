package import FirestoreRules
package import RulesCore

/// How often each condition of a rules file was true and false.
///
/// A condition is an expression that is a boolean: the condition of an allow statement, the operands of `&&`, `||` and `!`,
/// comparisons, tests, and calls of functions that return a boolean. Constants are left out. A condition is covered once it
/// was both true and false.
package struct ConditionCoverage: CoveredRules {
    package let source: SourceFile
    package private(set) var conditions: [CoveredCondition]
    package private(set) var functions: [CoveredFunction]
    /// The conditions, and the functions by their bodies, by the numbers of expressions.
    private var conditionsByID: [Int: Int] = [:]
    private var functionsByID: [Int: Int] = [:]
    private var recorder: CoverageRecorder?
    private let plan: RulesPlan?

    package init(_ rules: Ruleset) {
        source = rules.source
        plan = rules.plan(tracing: .on)
        recorder = plan.map { CoverageRecorder($0) }
        guard let syntax = rules.syntax else {
            (conditions, functions) = ([], [])
            return
        }
        let extents = SourceExtents(rules.source)
        let walk = RulesWalk(syntax, extents)
        let sites = walk.expressions.filter { $0.isBoolean && !$0.isPartOfChain && !$0.expression.isConstant }
        conditions = sites.map { site in
            let range = site.expression.range
            return CoveredCondition(range: range, text: extents.text(extents.extent(of: range)).onOneLine)
        }
        functions = walk.functions.map { CoveredFunction(name: $0.name.name, line: $0.name.range.start.line) }
        let places = Dictionary(conditions.enumerated().map { ($0.element.range, $0.offset) }) { first, _ in
            first
        }
        let bodies = Dictionary(
            walk.functions.enumerated().map { ($0.element.bodyRange, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        for node in plan?.allCoverageNodes ?? [] {
            conditionsByID[node.id] = places[node.range]
            functionsByID[node.id] = bodies[node.range]
        }
    }

    /// Adds the outcomes of one decision's expressions.
    package mutating func add(_ decision: FirestoreDecision) {
        guard let plan else { return }
        let steps = decision.steps(by: plan)
        recorder?.add(steps)
        for event in steps.lazy.flatMap(\.events) {
            if let index = functionsByID[event.expression] { functions[index].count += 1 }
            guard let index = conditionsByID[event.expression] else { continue }
            switch event.outcome {
            case .value(.bool(let truth)): conditions[index].count(truth)
            case .value, .failure: conditions[index].count(nil)
            }
        }
    }

    /// The page that shows every expression with its values.
    package var html: String? {
        guard let plan, let recorder else { return nil }
        return CoveragePage(source, CoverageReport(plan, recorder)).html
    }
}

extension RulesPlan {
    /// All expressions that have a number.
    var allCoverageNodes: [CoverageNode] {
        var nodes: [CoverageNode] = []
        var rest = coverageRoots
        while let node = rest.popLast() {
            nodes.append(node)
            rest += node.children
        }
        return nodes
    }
}

extension FunctionSyntax {
    /// The range that the plan gives to the body as a whole.
    fileprivate var bodyRange: SourceRange {
        bindings.first.map { $0.keyword.extended(to: result.range) } ?? result.range
    }
}

extension String {
    /// The text with each run of blanks as one space.
    var onOneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
