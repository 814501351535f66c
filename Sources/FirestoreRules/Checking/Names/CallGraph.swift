import OrderedCollections

/// Which function calls which.
struct CallGraph {
    /// The functions that each function calls, in source order, each once.
    private(set) var callees: [OrderedSet<Int>]
    /// The functions that something calls, though it be themselves.
    private(set) var called: Set<Int> = []

    init(_ declarations: DeclarationIndex) {
        callees = Array(repeating: [], count: declarations.functions.count)
        for (caller, function) in declarations.functions.enumerated() {
            let expressions = function.syntax.bindings.map(\.value) + [function.syntax.result]
            for expression in expressions {
                callees[caller].formUnion(declarations.callees(of: expression, in: function.scope))
            }
            called.formUnion(callees[caller])
        }
        for condition in declarations.conditions {
            called.formUnion(declarations.callees(of: condition.expression, in: condition.scope))
        }
    }
}

extension CallGraph {
    /// How many functions the longest chain of calls from each function has, itself included; nil where calls go round.
    var heights: [Int?] {
        var callers: [[Int]] = Array(repeating: [], count: callees.count)
        for (caller, callees) in callees.enumerated() {
            for callee in callees { callers[callee].append(caller) }
        }
        var heights: [Int?] = Array(repeating: nil, count: callees.count)
        var unknown = callees.map(\.count)
        var longest = Array(repeating: 1, count: callees.count)
        var ready = callees.indices.filter { unknown[$0] == 0 }
        while let function = ready.popLast() {
            heights[function] = longest[function]
            for caller in callers[function] {
                longest[caller] = max(longest[caller], longest[function] + 1)
                unknown[caller] -= 1
                if unknown[caller] == 0 { ready.append(caller) }
            }
        }
        return heights
    }
}

extension DeclarationIndex {
    fileprivate func callees(of expression: Expression, in scope: Int) -> [Int] {
        var callees: [Int] = []
        expression.forEach { node in
            if case .call(let name, _) = node.kind, let function = functions(name.name, in: scope).first {
                callees.append(function)
            }
        }
        return callees
    }
}
