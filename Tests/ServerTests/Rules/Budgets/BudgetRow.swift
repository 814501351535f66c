/// A piece of a condition, and how often it can stand there until the budget of expressions is spent.
struct BudgetRow: Equatable {
    /// From one number of repetitions to another the request is answered alike.
    struct Phase: Equatable {
        /// The greatest number.
        var last: Int
        var outcome: String
    }

    let text: String
    /// What Google's emulator answers, from one repetition on; nil when that is not known yet.
    var phases: [Phase]?

    /// The ends of the phases, and what is answered there.
    var ends: [(count: Int, outcome: String)] {
        var ends: [(Int, String)] = []
        var first = 1
        for phase in phases ?? [] {
            ends.append((first, phase.outcome))
            if phase.last > first { ends.append((phase.last, phase.outcome)) }
            first = phase.last + 1
        }
        return ends
    }
}

/// What is known of a row while it is recorded: outcomes at some numbers of repetitions, until the phases are found.
struct BudgetSearch {
    private var outcomes: [Int: String] = [:]
    private let most: Int

    init(most: Int) {
        self.most = most
    }

    /// The numbers to ask about next; none when each outcome is known to hold up to the next one.
    var next: [Int] {
        if outcomes.isEmpty {
            return Set(stride(from: 1, through: most, by: max(1, most / 12)) + [most]).sorted()
        }
        let known = outcomes.keys.sorted()
        return zip(known, known.dropFirst()).compactMap { low, high in
            outcomes[low] == outcomes[high] || high == low + 1 ? nil : (low + high) / 2
        }
    }

    mutating func note(_ outcome: String, at count: Int) {
        outcomes[count] = outcome
    }

    var phases: [BudgetRow.Phase] {
        var phases: [BudgetRow.Phase] = []
        for (count, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
            if phases.last?.outcome == outcome {
                phases[phases.count - 1].last = count
            } else {
                phases.append(BudgetRow.Phase(last: count, outcome: outcome))
            }
        }
        return phases
    }
}
