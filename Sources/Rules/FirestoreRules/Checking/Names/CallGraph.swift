import OrderedCollections

/// The calls between functions.
struct CallGraph {
    /// The functions that each function calls, in source order, each once.
    private(set) var callees: [OrderedSet<Int>]
    /// The functions that are called, even if only by themselves, or share a name with a called method.
    private(set) var called: Set<Int> = []

    init(_ declarations: DeclarationIndex) {
        callees = Array(repeating: [], count: declarations.functions.count)
        for (caller, function) in declarations.functions.enumerated() {
            for mentions in function.mentions {
                called.formUnion(declarations.namesakes(of: mentions, in: function.scope))
                callees[caller].formUnion(declarations.callees(of: mentions, in: function.scope))
            }
            called.formUnion(callees[caller])
        }
        for condition in declarations.conditions {
            called.formUnion(declarations.namesakes(of: condition.mentions, in: condition.scope))
            called.formUnion(declarations.callees(of: condition.mentions, in: condition.scope))
        }
    }
}

extension CallGraph {
    /// The length of the longest chain of calls from each function, itself included; nil for a cycle.
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
    /// The functions with the names of methods, which the compiler takes to be called.
    fileprivate func namesakes(of mentions: Mentions, in scope: Int) -> [Int] {
        mentions.calls.compactMap { call in
            guard case .method = call.kind else { return nil }
            return functions(call.name.name, in: scope).first
        }
    }

    fileprivate func callees(of mentions: Mentions, in scope: Int) -> [Int] {
        mentions.calls.compactMap { call in
            guard case .function = call.kind else { return nil }
            return functions(call.name.name, in: scope).first
        }
    }
}
