/// Which states of the network take the same tokens in the same order, whatever is reported on the way.
struct StateEquivalence {
    /// For each state, the first of those that are equivalent to it.
    private(set) var representatives: [Int]

    /// Takes all states for equivalent at first, and tells them apart until nothing changes any more.
    init(_ network: ParserNetwork) {
        let resolved = network.states.indices.map { Self.skippingSteps(from: $0, in: network) }
        representatives = Array(repeating: 0, count: resolved.count)
        var count = 0
        while true {
            var first: [[Int]: Int] = [:]
            var next = representatives
            for (state, target) in resolved.enumerated() {
                let key = network.states[target].edges.flatMap { self.key(of: $0, resolved) }
                next[state] = first[key] ?? state
                if first[key] == nil { first[key] = state }
            }
            representatives = next
            if first.count == count { return }
            count = first.count
        }
    }

    private static func skippingSteps(from state: Int, in network: ParserNetwork) -> Int {
        var state = state
        while network.states[state].role == .step {
            switch network.states[state].edges[0] {
            case .nothing(let next), .report(_, let next), .action(_, let next): state = next
            case .token, .call, .end: return state
            }
        }
        return state
    }

    private func key(of edge: ParserNetwork.Edge, _ resolved: [Int]) -> [Int] {
        switch edge {
        case .nothing(let next), .report(_, let next), .action(_, let next):
            [0, representatives[resolved[next]]]
        case .token(let set, let next): [1, set.hashValue, representatives[resolved[next]]]
        case .call(let rule, _, let next, let isOperand):
            [isOperand ? 2 : 3, rule.rawValue, representatives[resolved[next]]]
        case .end(let rule): [4, rule.rawValue]
        }
    }
}
