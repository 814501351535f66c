/// The grammar as a network of states: a token, a rule or nothing leads from one to the next.
struct ParserNetwork: Sendable {
    enum Edge: Sendable {
        case nothing(to: Int)
        case token(TokenSet, to: Int)
        /// An operand ends where the expression around it goes on, so looking ahead need not remember where to return.
        case call(GrammarRule, level: Int, then: Int, isOperand: Bool)
        case report(String, to: Int)
        case action(GrammarAction, to: Int)
        /// The end of a rule.
        case end(GrammarRule)
    }

    /// What the parser does in a state before it takes an edge.
    enum Role: Hashable, Sendable {
        case step
        /// Choose an edge.
        case choice(isDistant: Bool)
        /// Take the first edge or leave it out.
        case optional
        /// Before the first repetition: go on or leave.
        case loopEntry(Loop)
        /// Before the first repetition of those of which there is at least one.
        case someEntry
        /// After a repetition: go on or leave.
        case loopBack(Loop)
    }

    enum Loop: Hashable, Sendable {
        case near
        case distant
        case operators
    }

    struct State: Sendable {
        var role: Role
        var edges: [Edge]
    }

    private(set) var states: [State] = []
    /// The rule that each state belongs to.
    private(set) var rules: [GrammarRule] = []
    private(set) var starts: [Int] = []
    /// Where a rule may return to, operands left out.
    private(set) var returns: [[Int]] = Array(repeating: [], count: GrammarRule.allCases.count)
    /// The tokens that may come next in a state, up to the end of its rule.
    private(set) var firsts: [TokenSet] = []
    /// Whether the end of the rule is within reach without a token.
    private(set) var canEnd: [Bool] = []

    /// The rule that is being built.
    private var rule = GrammarRule.ruleset

    /// The network of the rules language.
    static let rules = ParserNetwork()

    private init() {
        for rule in GrammarRule.allCases {
            self.rule = rule
            starts.append(add(.step))
        }
        for rule in GrammarRule.allCases {
            self.rule = rule
            let end = add(.step, [.end(rule)])
            states[starts[rule.rawValue]].edges = [.nothing(to: state(of: rule.element, then: end))]
        }
        findFirsts()
    }

    private mutating func add(_ role: Role, _ edges: [Edge] = []) -> Int {
        states.append(State(role: role, edges: edges))
        rules.append(rule)
        return states.count - 1
    }

    /// The state in which an element begins that goes on in a given state.
    private mutating func state(of element: GrammarElement, then next: Int) -> Int {
        switch element {
        case .token(let set): return add(.step, [.token(set, to: next)])
        case .report(let message): return add(.step, [.report(message, to: next)])
        case .action(let action): return add(.step, [.action(action, to: next)])
        case .rule(let rule):
            returns[rule.rawValue].append(next)
            return add(.step, [.call(rule, level: 0, then: next, isOperand: false)])
        case .operand(let level):
            return add(.step, [.call(.expression, level: level, then: next, isOperand: true)])
        case .sequence(let elements):
            return elements.reversed().reduce(next) { state(of: $1, then: $0) }
        case .choice(let elements): return choice(of: elements, isDistant: false, then: next)
        case .distantChoice(let elements): return choice(of: elements, isDistant: true, then: next)
        case .optional(let element):
            let body = state(of: element, then: next)
            return add(.optional, [.nothing(to: body), .nothing(to: next)])
        case .many(let element): return loop(.near, of: element, then: next)
        case .distantMany(let element): return loop(.distant, of: element, then: next)
        case .operators(let element): return loop(.operators, of: element, then: next)
        case .some(let element): return loop(.near, of: element, then: next, isSome: true)
        case .distantSome(let element): return loop(.distant, of: element, then: next, isSome: true)
        }
    }

    private mutating func choice(of elements: [GrammarElement], isDistant: Bool, then next: Int) -> Int {
        let edges = elements.map { Edge.nothing(to: state(of: $0, then: next)) }
        return add(.choice(isDistant: isDistant), edges)
    }

    private mutating func loop(
        _ loop: Loop, of element: GrammarElement, then next: Int, isSome: Bool = false
    ) -> Int {
        let back = add(.loopBack(loop))
        let body = state(of: element, then: back)
        states[back].edges = [.nothing(to: body), .nothing(to: next)]
        return isSome
            ? add(.someEntry, [.nothing(to: body)])
            : add(.loopEntry(loop), [.nothing(to: body), .nothing(to: next)])
    }

    // MARK: What may come next

    /// Goes over all states until nothing changes any more.
    private mutating func findFirsts() {
        firsts = Array(repeating: TokenSet(), count: states.count)
        canEnd = Array(repeating: false, count: states.count)
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in states.indices.reversed() {
                var first = firsts[index]
                var end = canEnd[index]
                for edge in states[index].edges { add(edge, to: &first, &end) }
                if first != firsts[index] || end != canEnd[index] { hasChanged = true }
                firsts[index] = first
                canEnd[index] = end
            }
        }
    }

    private func add(_ edge: Edge, to first: inout TokenSet, _ end: inout Bool) {
        switch edge {
        case .token(let set, _): first.formUnion(set)
        case .nothing(let next), .report(_, let next), .action(_, let next):
            first.formUnion(firsts[next])
            end = end || canEnd[next]
        case .call(let rule, _, let next, _):
            first.formUnion(firsts[starts[rule.rawValue]])
            if canEnd[starts[rule.rawValue]] {
                first.formUnion(firsts[next])
                end = end || canEnd[next]
            }
        case .end: end = true
        }
    }
}
