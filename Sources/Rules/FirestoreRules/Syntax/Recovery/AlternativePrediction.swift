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

    /// One way: the state after its last token, and where its rules return to.
    private struct Way: Hashable {
        var state: Int
        var stack: Int
        var edge: Int
        /// Whether it, or one that came to the same state, has left the rule in which the decision is made.
        var hasLeft: Bool

        func isAt(_ other: Way) -> Bool { state == other.state && stack == other.stack }
        func mergesWith(_ other: Way) -> Bool { state == other.state && edge == other.edge }
    }

    private struct StackNode: Hashable {
        var parent: Int
        var state: Int
    }

    private struct Meeting: Hashable {
        var decision: Int
        var places: [Int]
    }

    private static let anywhere = -1
    private static let nowhere = -2

    private let network: ParserNetwork
    private let table = LookaheadTable.rules
    private let tokens: [Token]
    /// How many more steps the search may take.
    private(set) var budget: Int
    /// The index of the last token that has been looked at.
    private(set) var farthest = 0

    private var ways: [Way] = []
    private var stacks: [StackNode] = []
    private var stackIndex: [StackNode: Int] = [:]
    /// For a decision and the ways at some token, which of them had left the rule when the same ways first met.
    private var firstMeetings: [Meeting: [Bool]] = [:]

    init(network: ParserNetwork, tokens: [Token], budget: Int) {
        self.network = network
        self.tokens = tokens
        self.budget = budget
    }

    /// Which edge of a state to take at a token, wherever the rule was called.
    mutating func predict(from state: Int, at start: Int) -> Outcome {
        search(from: state, at: start, stack: Self.anywhere) { $0.hasConflict ? .conflict : nil }
    }

    /// Which edge to take, within unfinished rules that return to the given states, the outermost first.
    mutating func predict(from state: Int, at start: Int, returningTo returns: [Int]) -> Outcome {
        let stack = returns.reduce(Self.nowhere) { push(table.representative(of: $1), on: $0) }
        return search(from: state, at: start, stack: stack) { $0.commonFirstEdge }
    }

    /// Goes on until the ways that are left all begin with one edge, or are decided on otherwise.
    private mutating func search(
        from state: Int, at start: Int, stack: Int, until decided: (Self) -> Outcome?
    ) -> Outcome {
        ways.removeAll(keepingCapacity: true)
        for (edge, target) in network.states[state].edges.enumerated() {
            if case .nothing(let next) = target {
                ways.append(Way(state: next, stack: stack, edge: edge, hasLeft: false))
            }
        }
        var index = start
        while budget > 0 {
            farthest = max(farthest, index)
            let current = ways
            advance(over: tokens[index].kind)
            guard let first = ways.first else {
                // What has come to its end may be right; the mistake is then someone else's.
                return current.filter(mayEnd).map(\.edge).min().map { .edge($0) } ?? .dead(at: index)
            }
            if ways.allSatisfy({ $0.edge == first.edge }) { return .edge(first.edge) }
            ways.sort { ($0.state, $0.edge, $0.stack) < ($1.state, $1.edge, $1.stack) }
            if let outcome = decided(self) { return outcome }
            recall(decision: state)
            if index == tokens.count - 1 { return .edge(first.edge) }
            index += 1
        }
        return .exhausted
    }

    // MARK: Ways

    private mutating func advance(over kind: TokenKind) {
        let current = ways
        ways.removeAll(keepingCapacity: true)
        for var way in current {
            while true {
                shift(way, over: kind)
                guard table.canEnd(way.state), way.stack >= 0 else { break }
                way.state = stacks[way.stack].state
                way.stack = stacks[way.stack].parent
            }
            guard way.stack == Self.anywhere, table.canEnd(way.state) else { continue }
            way.hasLeft = true
            for next in table.continuations(of: way.state) {
                way.state = next
                shift(way, over: kind)
            }
        }
        for way in ways.filter(\.hasLeft) {
            for index in ways.indices where ways[index].mergesWith(way) { ways[index].hasLeft = true }
        }
    }

    /// Google's parser knows ways that have met before, and does not look again which of them have left the rule.
    private mutating func recall(decision: Int) {
        let meeting = Meeting(decision: decision, places: ways.flatMap { [$0.state, $0.edge, $0.stack] })
        if let hasLeft = firstMeetings[meeting] {
            for (index, hasLeft) in hasLeft.enumerated() { ways[index].hasLeft = hasLeft }
        } else {
            firstMeetings[meeting] = ways.map(\.hasLeft)
        }
    }

    private mutating func shift(_ way: Way, over kind: TokenKind) {
        for shift in table.shifts(from: way.state, over: kind) {
            budget -= 1
            var way = way
            way.state = shift.next
            for next in shift.returns { way.stack = push(next, on: way.stack) }
            if let index = ways.firstIndex(where: { $0.isAt(way) && $0.edge == way.edge }) {
                ways[index].hasLeft = ways[index].hasLeft || way.hasLeft
            } else {
                ways.append(way)
            }
        }
    }

    private mutating func push(_ state: Int, on parent: Int) -> Int {
        let node = StackNode(parent: parent, state: state)
        if let index = stackIndex[node] { return index }
        stacks.append(node)
        stackIndex[node] = stacks.count - 1
        return stacks.count - 1
    }

    /// Whether the rule in which the decision is made may be over.
    private func mayEnd(_ way: Way) -> Bool {
        if way.hasLeft { return true }
        var way = way
        while table.canEnd(way.state), way.stack >= 0 {
            way.state = stacks[way.stack].state
            way.stack = stacks[way.stack].parent
        }
        return way.stack == Self.anywhere && table.canEnd(way.state)
    }

    // MARK: Conflicts

    /// A state, and all the stacks with which ways of one edge come to it.
    private struct Place: Hashable {
        var state: Int
        var stacks: [Int]
    }

    /// Whether several edges lead to one place, and no state has ways of one edge alone.
    private var hasConflict: Bool {
        ways.allSatisfy { way in ways.contains { $0.state == way.state && $0.edge != way.edge } }
            && edgesByPlace.values.contains { $0.count > 1 }
    }

    /// The first edge of those that lead to a place, if it is the same for all places.
    private var commonFirstEdge: Outcome? {
        let first = Set(edgesByPlace.values.compactMap { $0.min() })
        return first.count == 1 ? first.first.map { .edge($0) } : nil
    }

    private var edgesByPlace: [Place: [Int]] {
        var edges: [Place: [Int]] = [:]
        var rest = ways[...]
        while let first = rest.first {
            let merged = rest.prefix { $0.mergesWith(first) }
            rest = rest.dropFirst(merged.count)
            // What may return anywhere may return to all the others' places too.
            let stacks = merged.map(\.stack)
            let place = Place(
                state: first.state, stacks: stacks.contains(Self.anywhere) ? [Self.anywhere] : stacks)
            edges[place, default: []].append(first.edge)
        }
        return edges
    }
}
