/// Tells which of several ways through the network the next tokens take, however many tokens that needs: it follows
/// all ways at once until one is left. At first it forgets where the rule it is in was called, so that any place that
/// calls the rule may follow it; only if that leaves two ways in the same place, it looks again and remembers.
struct AlternativePrediction {
    enum Outcome: Hashable {
        case edge(Int)
        /// No way takes the token at this index.
        case dead(at: Int)
        /// Several edges lead to the same place, if it does not matter where rules return to.
        case conflict
        /// The search has taken more steps than it may.
        case exhausted
    }

    /// One way: where it is, and where its rules return to.
    private struct Way: Hashable {
        var state: Int32
        var stack: Int32
        var edge: Int16
        /// Whether it has left the rule in which the decision is made.
        var hasLeft: Bool
    }

    private struct StackNode: Hashable {
        var parent: Int32
        var state: Int32
    }

    private let network: ParserNetwork
    private let tokens: [Token]
    /// How many more steps the search may take.
    private(set) var budget: Int
    /// The index of the last token that has been looked at.
    private(set) var farthest = 0

    private var ways: [Way] = []
    private var seen: Set<Way> = []
    private var pending: [Way] = []
    private var stacks: [StackNode] = []
    private var stackIndex: [StackNode: Int32] = [:]

    init(network: ParserNetwork, tokens: [Token], budget: Int) {
        self.network = network
        self.tokens = tokens
        self.budget = budget
    }

    /// Which edge of a state to take at a token, wherever the rule was called.
    mutating func predict(from state: Int, at start: Int) -> Outcome {
        forgetStacks()
        return search(from: state, at: start, stack: Self.anywhere) { $0.conflict }
    }

    /// Which edge to take, within unfinished rules that return to the given states, the outermost first.
    mutating func predict(from state: Int, at start: Int, returningTo returns: [Int]) -> Outcome {
        forgetStacks()
        let stack = returns.reduce(Self.nowhere) { push($1, on: $0) }
        return search(from: state, at: start, stack: stack) { $0.commonFirstEdge }
    }

    private mutating func forgetStacks() {
        stacks.removeAll(keepingCapacity: true)
        stackIndex.removeAll(keepingCapacity: true)
    }

    private static let anywhere: Int32 = -1
    private static let nowhere: Int32 = -2

    /// Goes on until the ways that are left all begin with one edge, or are decided on otherwise.
    private mutating func search(
        from state: Int, at start: Int, stack: Int32, until decided: (Self) -> Outcome?
    ) -> Outcome {
        begin()
        for (edge, target) in network.states[state].edges.enumerated() {
            if case .nothing(let next) = target {
                follow(Way(state: Int32(next), stack: stack, edge: Int16(edge), hasLeft: false))
            }
        }
        var index = start
        while budget > 0 {
            farthest = max(farthest, index)
            let current = ways
            advance(over: tokens[index].kind)
            guard let first = ways.first else {
                // What has come to its end may be right; the mistake is then someone else's.
                let finished = current.filter(\.hasLeft).map(\.edge).min()
                return finished.map { .edge(Int($0)) } ?? .dead(at: index)
            }
            if ways.allSatisfy({ $0.edge == first.edge }) { return .edge(Int(first.edge)) }
            if let outcome = decided(self) { return outcome }
            if index == tokens.count - 1, current == ways { return .edge(Int(first.edge)) }
            index = min(index + 1, tokens.count - 1)
        }
        return .exhausted
    }

    private mutating func begin() {
        ways.removeAll(keepingCapacity: true)
        seen.removeAll(keepingCapacity: true)
    }

    private mutating func advance(over kind: TokenKind) {
        let current = ways
        begin()
        for way in current {
            for edge in network.states[Int(way.state)].edges {
                guard case .token(let set, let next) = edge, set.contains(kind) else { continue }
                var way = way
                way.state = Int32(next)
                follow(way)
            }
        }
    }

    /// Whether ways of several edges are in the same place, and no state has ways of one edge alone.
    private var conflict: Outcome? {
        var edgesByState: [Int32: Set<Int16>] = [:]
        for way in ways { edgesByState[way.state, default: []].insert(way.edge) }
        guard edgesByState.values.allSatisfy({ $0.count > 1 }) else { return nil }
        return edgesByPlace.contains { $0.count > 1 } ? .conflict : nil
    }

    /// The first edge of those that lead to a place, if it is the same for all places.
    private var commonFirstEdge: Outcome? {
        let first = Set(edgesByPlace.compactMap { $0.min() })
        return first.count == 1 ? first.first.map { .edge(Int($0)) } : nil
    }

    private var edgesByPlace: [Set<Int16>] {
        var edges: [StackNode: Set<Int16>] = [:]
        for way in ways {
            edges[StackNode(parent: way.stack, state: way.state), default: []].insert(way.edge)
        }
        return Array(edges.values)
    }

    /// Adds the states with tokens that a way reaches without one.
    private mutating func follow(_ way: Way) {
        pending.append(way)
        while let way = pending.popLast() {
            guard budget > 0, seen.insert(way).inserted else { continue }
            budget -= 1
            var waits = false
            for edge in network.states[Int(way.state)].edges { waits = step(way, over: edge) || waits }
            if waits { ways.append(way) }
        }
    }

    /// Whether the way waits for a token here.
    private mutating func step(_ way: Way, over edge: ParserNetwork.Edge) -> Bool {
        var way = way
        switch edge {
        case .token: return true
        case .nothing(let next), .report(_, let next), .action(_, let next):
            way.state = Int32(next)
            pending.append(way)
        case .call(let rule, _, let next, let isOperand):
            if !isOperand { way.stack = push(next, on: way.stack) }
            way.state = Int32(network.starts[rule.rawValue])
            pending.append(way)
        case .end(let rule):
            if way.stack >= 0 {
                let node = stacks[Int(way.stack)]
                way.stack = node.parent
                way.state = node.state
                pending.append(way)
            } else if way.stack == Self.nowhere {
                return true
            } else {
                way.hasLeft = true
                for next in network.returns[rule.rawValue] {
                    way.state = Int32(next)
                    pending.append(way)
                }
                return network.returns[rule.rawValue].isEmpty
            }
        }
        return false
    }

    private mutating func push(_ state: Int, on parent: Int32) -> Int32 {
        let node = StackNode(parent: parent, state: Int32(state))
        if let index = stackIndex[node] { return index }
        let index = Int32(stacks.count)
        stacks.append(node)
        stackIndex[node] = index
        return index
    }
}
