/// What a token leads to from each state of the network, worked out once so that looking ahead is only looking up.
///
/// States from which the same can follow count as one. Where a token leads into a rule from several places that differ
/// in one return, these become one state as well: otherwise every bracket would double the ways to follow.
struct LookaheadTable: Sendable {
    /// A token has been taken.
    struct Shift: Hashable, Sendable {
        var next: Int
        /// Where the rules return to that it is in now, the outermost first.
        var returns: [Int]
    }

    /// The table of the rules language.
    static let rules = LookaheadTable(.rules)

    private let network: ParserNetwork
    private let canonical: [Int]
    /// The states that later states stand for: those of the network for themselves.
    private var members: [[Int]]
    private var unions: [[Int]: Int] = [:]
    private var shifts: [[[Shift]]?]
    /// The states after a rule, wherever it was called and as many rules as may end with it.
    private let continuations: [[Int]]

    private init(_ network: ParserNetwork) {
        self.network = network
        canonical = StateEquivalence(network).representatives
        members = network.states.indices.map { [$0] }
        shifts = Array(repeating: nil, count: members.count)
        continuations = Self.continuations(in: network, canonical)
        var pending = continuations.flatMap { $0 }
        for state in network.states {
            for case .nothing(let next) in state.edges { pending.append(next) }
        }
        while let state = pending.popLast() {
            if shifts[state] != nil { continue }
            let found = allShifts(from: state)
            shifts[state] = found
            for shift in found.joined() { pending += [shift.next] + shift.returns }
        }
    }

    /// The state that stands for all those from which the same can follow.
    func representative(of state: Int) -> Int { canonical[state] }

    /// Where a token leads to within the rule of a state.
    func shifts(from state: Int, over kind: TokenKind) -> [Shift] {
        shifts[state]?[Int(kind.rawValue)] ?? []
    }

    /// Whether the rule of a state may end there.
    func canEnd(_ state: Int) -> Bool {
        members[state].contains { network.canEnd[$0] }
    }

    /// The states that follow the rule of a state, wherever it was called.
    func continuations(of state: Int) -> [Int] {
        members[state].first.map { continuations[network.rules[$0].rawValue] } ?? []
    }

    private static func continuations(in network: ParserNetwork, _ canonical: [Int]) -> [[Int]] {
        GrammarRule.allCases.map { rule in
            var states: Set<Int> = []
            var pending = network.returns[rule.rawValue]
            while let state = pending.popLast() {
                guard states.insert(canonical[state]).inserted, network.canEnd[state] else { continue }
                pending += network.returns[network.rules[state].rawValue]
            }
            return states.sorted()
        }
    }

    // MARK: Shifts

    private mutating func allShifts(from state: Int) -> [[Shift]] {
        var found: [Set<Shift>] = Array(repeating: [], count: TokenKind.allCases.count)
        for member in members[state] { collect(from: member, returns: [], into: &found) }
        return found.map { merged(Array($0)) }
    }

    private func collect(from state: Int, returns: [Int], into found: inout [Set<Shift>]) {
        for edge in network.states[state].edges {
            switch edge {
            case .token(let set, let next):
                let shift = Shift(next: canonical[next], returns: returns)
                for kind in set.kinds { found[Int(kind.rawValue)].insert(shift) }
            case .nothing(let next), .report(_, let next), .action(_, let next):
                collect(from: next, returns: returns, into: &found)
            case .call(let rule, _, let next, let isOperand):
                let returns = isOperand ? returns : returns + [canonical[next]]
                collect(from: network.starts[rule.rawValue], returns: returns, into: &found)
            case .end: break
            }
        }
    }

    /// Shifts of which no two differ in one return only.
    private mutating func merged(_ shifts: [Shift]) -> [Shift] {
        var merged: [Shift] = []
        for shift in shifts.sorted(by: { $0.returns.lexicographicallyPrecedes($1.returns) }) {
            var shift = shift
            while let index = merged.firstIndex(where: { $0.differsInOneReturn(from: shift) }) {
                let other = merged.remove(at: index)
                for position in shift.returns.indices where shift.returns[position] != other.returns[position]
                {
                    shift.returns[position] = union(shift.returns[position], other.returns[position])
                }
            }
            merged.append(shift)
        }
        return merged
    }

    private mutating func union(_ first: Int, _ second: Int) -> Int {
        let states = Set(members[first] + members[second]).sorted()
        if let union = unions[states] { return union }
        members.append(states)
        shifts.append(nil)
        unions[states] = members.count - 1
        return members.count - 1
    }
}

extension LookaheadTable.Shift {
    fileprivate func differsInOneReturn(from other: Self) -> Bool {
        next == other.next && returns.count == other.returns.count
            && zip(returns, other.returns).filter { $0 != $1 }.count == 1
    }
}
