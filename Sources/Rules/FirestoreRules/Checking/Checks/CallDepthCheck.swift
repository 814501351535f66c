/// The depth of calls is limited, even in functions that are never called.
enum CallDepthCheck {
    /// The maximum number of functions in a chain of calls.
    static let limit = 21

    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var search = DeepCallSearch(checker.calls)
        let names = checker.declarations.functions.map(\.syntax.name)
        return search.chains().map { chain in .tooDeep(chain.map { names[$0] }) }
    }
}

/// Finds the chains of calls from functions without callers to the first function beyond the limit.
private struct DeepCallSearch {
    /// The number of chains grows fast in wide graphs, so the report is limited.
    static let maximumChains = 100
    static let maximumSteps = 20_000

    let calls: CallGraph
    private let heights: [Int?]
    private var path: [Int] = []
    private var found: [[Int]] = []
    private var steps = 0

    init(_ calls: CallGraph) {
        self.calls = calls
        heights = calls.heights
    }

    mutating func chains() -> [[Int]] {
        let called = Set(calls.callees.joined())
        for root in calls.callees.indices where !called.contains(root) { walk(to: root) }
        return found
    }

    private mutating func walk(to function: Int) {
        let isDeep = heights[function].map { path.count + $0 > CallDepthCheck.limit } ?? true
        guard isDeep, !path.contains(function), steps < Self.maximumSteps, found.count < Self.maximumChains
        else { return }
        steps += 1
        path.append(function)
        if path.count > CallDepthCheck.limit {
            found.append(path)
        } else {
            for callee in calls.callees[function] { walk(to: callee) }
        }
        path.removeLast()
    }
}

extension Diagnostic {
    fileprivate static func tooDeep(_ chain: [Identifier]) -> Diagnostic {
        let stack = chain.dropLast().map(\.name).joined(separator: "->")
        return Diagnostic(
            .error, "Maximum allowed call depth of 20 is reached for [\(stack)] call stack.",
            at: chain.last?.range)
    }
}
