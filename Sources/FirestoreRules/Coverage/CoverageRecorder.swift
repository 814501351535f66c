import FirestoreModel

/// Counts the values that expressions have had since the rules were set.
package struct CoverageRecorder: Sendable {
    /// One value, and how often it was seen.
    package struct Tally: Sendable {
        package let observation: Observation
        package fileprivate(set) var count: Int
    }

    /// Of one expression so many different values are kept; further ones are left out, to keep memory within bounds. Values that
    /// may be large, as whole documents are, are kept in smaller numbers, and only for as long as all of them take little.
    package static let maximumValues = (small: 500, large: 100)
    private static let maximumBytes = (value: 1_000_000, all: 64_000_000)

    private let roots: [Int: CoverageNode]
    private var tallies: [[Tally]]
    /// What the large values take, roughly.
    private var bytes = 0

    package init(_ plan: RulesPlan) {
        roots = Dictionary(plan.coverageRoots.map { ($0.id, $0) }) { first, _ in first }
        tallies = Array(repeating: [], count: plan.expressionCount)
    }

    /// The values of an expression, in the order in which they were first seen.
    package func tallies(of expression: Int) -> [Tally] { tallies[expression] }

    /// Adds what became of the expressions of one decision.
    package mutating func add(_ steps: [RulesDecision.Step]) {
        // Of what has used up its budget Google's emulator reports nothing.
        for (index, step) in steps.enumerated() where !step.outcome.isBeyondBudget {
            // Google's emulator counts a condition once more for each one tried after it for the same document and method.
            let repetitions = steps[index...].prefix { $0.isTriedTogether(with: step) }.count
            add(step.events, repetitions)
        }
    }

    private mutating func add(_ events: [EvaluationTrace.Event], _ count: Int) {
        var seen: Set<Int> = []
        for event in events {
            seen.insert(event.expression)
            add(Observation(event.outcome), to: event.expression, count)
            // A root's event comes last: what it did not evaluate was skipped.
            if let root = roots[event.expression] {
                addSkipped(in: root, &seen, count)
            }
        }
    }

    /// Counts the expressions of a root that were left out, and makes ready for the root's next evaluation.
    private mutating func addSkipped(in node: CoverageNode, _ seen: inout Set<Int>, _ count: Int) {
        if seen.remove(node.id) == nil { add(.skipped, to: node.id, count) }
        for child in node.children { addSkipped(in: child, &seen, count) }
    }

    private mutating func add(_ observation: Observation, to expression: Int, _ count: Int) {
        if let index = tallies[expression].firstIndex(where: { $0.observation == observation }) {
            tallies[expression][index].count += count
            return
        }
        let limits = CoverageRecorder.maximumValues
        guard tallies[expression].count < (observation.isLarge ? limits.large : limits.small) else { return }
        if observation.isLarge, case .value(let value) = observation {
            let most = CoverageRecorder.maximumBytes
            let size = SizeEstimate.bytes(of: value, upTo: most.value)
            guard bytes + size <= most.all else { return }
            bytes += size
        }
        tallies[expression].append(Tally(observation: observation, count: count))
    }
}

extension RulesDecision.Step {
    fileprivate func isTriedTogether(with other: RulesDecision.Step) -> Bool {
        round == other.round
    }
}
