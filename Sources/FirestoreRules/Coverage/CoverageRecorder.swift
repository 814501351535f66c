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

    private struct Key: Hashable {
        var expression: Int
        var hash: Int
    }

    private let roots: [Int: CoverageNode]
    private var tallies: [[Tally]]
    /// Where the values of an expression stand that have one hash.
    private var places: [Key: [Int]] = [:]
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
        var hashes = ValueHashes()
        for event in events {
            seen.insert(event.expression)
            if case .value(let value) = event.outcome {
                add(value, hash: hashes.hash(of: value), to: event.expression, count)
            } else {
                add(Observation(event.outcome), to: event.expression, count)
            }
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
        } else {
            append(observation, to: expression, count)
        }
    }

    /// Adds a value. There may be many: only those with its hash are compared.
    private mutating func add(_ value: RuleValue, hash: Int, to expression: Int, _ count: Int) {
        let key = Key(expression: expression, hash: hash)
        let observation = Observation.value(value)
        for index in places[key] ?? [] where tallies[expression][index].observation == observation {
            tallies[expression][index].count += count
            return
        }
        let index = tallies[expression].count
        append(observation, to: expression, count)
        if tallies[expression].count > index { places[key, default: []].append(index) }
    }

    private mutating func append(_ observation: Observation, to expression: Int, _ count: Int) {
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

/// The hashes of the values of one evaluation, in which the same records, such as `request`, come again and again.
private struct ValueHashes {
    private var known: [ObjectIdentifier: Int] = [:]

    mutating func hash(of value: RuleValue) -> Int {
        guard case .map(let map) = value, let record = map.record else { return ValueHashes.hash(value) }
        let id = ObjectIdentifier(record)
        if let hash = known[id] { return hash }
        let hash = ValueHashes.hash(value)
        known[id] = hash
        return hash
    }

    private static func hash(_ value: RuleValue) -> Int {
        var hasher = Hasher()
        value.hashByValue(into: &hasher, depth: 1)
        return hasher.finalize()
    }
}
