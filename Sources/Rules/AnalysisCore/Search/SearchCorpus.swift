/// The scenarios that a search goes on from, by goal.
package struct SearchCorpus<Scenario: Sendable>: Sendable {
    private static var limit: (allowed: Int, denied: Int) { (80, 60) }
    /// So many new scenarios are made for a goal that nothing has reached.
    private static var patience: Int { 40 }

    private struct Shelf {
        var allowed: [Scenario] = []
        var denied: [Scenario] = []
        /// The combinations of outcomes that were seen.
        var combinations: Set<Int> = []
        var visits = 0
    }

    private var shelves: [Shelf]
    /// The outcomes of expressions that were seen, of each side: twice the number, plus one for true.
    package private(set) var seen: [Set<Int>] = [[], []]

    package init(goals: Int) {
        shelves = Array(repeating: Shelf(), count: goals)
    }

    /// Whether a goal has too little to go on from.
    package mutating func isPoor(_ goal: Int) -> Bool {
        shelves[goal].visits += 1
        let shelf = shelves[goal]
        return shelf.allowed.count < 4 && shelf.visits < SearchCorpus.patience
    }

    /// Whether a scenario is kept that one of the rules allows.
    package var hasAllowed: Bool { shelves.contains { !$0.allowed.isEmpty } }

    /// The scenarios kept for all goals that one of the rules allows.
    package var allowed: [Scenario] { shelves.flatMap(\.allowed) }

    /// All scenarios that are kept.
    package var all: [Scenario] { shelves.flatMap { $0.allowed + $0.denied } }

    /// A scenario to change, rather one that is allowed.
    package func parent(of goal: Int, _ random: inout SeededRandom) -> Scenario? {
        let shelf = shelves[goal]
        let isAllowed = random.below(4) > 0
        return random.pick(isAllowed ? shelf.allowed : shelf.denied)
            ?? random.pick(isAllowed ? shelf.denied : shelf.allowed)
    }

    /// Keeps a scenario that shows an outcome, or a combination of them, for the first time.
    ///
    /// - Parameter forEachOutcome: Calls its argument with each outcome of a condition, and the side that the condition is on.
    package mutating func add(
        _ scenario: Scenario, isAllowed: Bool, for goal: Int,
        _ forEachOutcome: ((_ side: Int, _ outcome: Int) -> Void) -> Void
    ) {
        var isNew = false
        var hasher = Fingerprint()
        forEachOutcome { side, outcome in
            if seen[side].insert(outcome).inserted { isNew = true }
            hasher.add(outcome)
        }
        let isNewCombination = shelves[goal].combinations.insert(hasher.value).inserted
        guard isNew || isNewCombination else { return }
        if isAllowed {
            if isNew || shelves[goal].allowed.count < SearchCorpus.limit.allowed {
                shelves[goal].allowed.append(scenario)
            }
        } else if isNew || shelves[goal].denied.count < SearchCorpus.limit.denied {
            shelves[goal].denied.append(scenario)
        }
    }
}

/// A hash of numbers that is the same in every run, so that a search can be repeated.
private struct Fingerprint {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ number: Int) {
        state = (state ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01B3
        state ^= state >> 29
    }

    var value: Int { Int(truncatingIfNeeded: state) }
}
