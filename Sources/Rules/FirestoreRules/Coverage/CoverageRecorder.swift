import FirestoreModel

/// Counts the values of expressions since the rules were set.
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
    /// So many values of an expression are looked up among those that were seen; from then on only true, false, null and errors are
    /// counted. To look up takes several times as long as to decide, which nobody who writes many thousand documents waits for.
    package static let maximumLookups = 5000

    private struct Key: Hashable {
        var expression: Int
        var hash: Int
    }

    /// The counts of one expression.
    private struct Column {
        var tallies: [Tally] = []
        /// The places of the tallies of true and false.
        var places: (ofTrue: Int?, ofFalse: Int?)
        var lookups = 0
        /// The version of the last change.
        var changed = 0
    }

    private let roots: [Int: CoverageNode]
    private var columns: [Column]
    /// Whether each expression was evaluated since its root last was.
    private var isSeen: [Bool]
    /// The places of an expression's values with a given hash.
    private var places: [Key: [Int]] = [:]
    /// The approximate size of the large values, in bytes.
    private var bytes = 0
    /// The number of decisions added.
    package private(set) var version = 0

    package init(_ plan: RulesPlan) {
        roots = Dictionary(plan.coverageRoots.map { ($0.id, $0) }) { first, _ in first }
        columns = Array(repeating: Column(), count: plan.expressionCount)
        isSeen = Array(repeating: false, count: plan.expressionCount)
    }

    /// The values of an expression, in the order of their first occurrence.
    package func tallies(of expression: Int) -> [Tally] { columns[expression].tallies }

    /// Whether an expression was evaluated since a version.
    func hasChanged(_ expression: Int, since version: Int) -> Bool { columns[expression].changed > version }

    /// Adds the outcomes of one decision's expressions.
    package mutating func add(_ steps: [RulesDecision.Step]) {
        version += 1
        for (index, step) in steps.enumerated() {
            // Google's emulator counts a condition once more for each one tried after it for the same document and method.
            let repetitions = steps[index...].prefix { $0.isTriedTogether(with: step) }.count
            add(step.events, repetitions)
        }
    }

    private mutating func add(_ events: [EvaluationTrace.Event], _ count: Int) {
        var hashes = ValueHashes()
        for event in events {
            let isFinished = event.outcome.isFinished
            isSeen[event.expression] = isFinished
            columns[event.expression].changed = version
            switch event.outcome {
            case .value(.bool(let bool)): add(bool, to: event.expression, count)
            case .value(let value): add(value, &hashes, to: event.expression, count)
            case .failure: if isFinished { add(Observation(event.outcome), to: event.expression, count) }
            }
            // A root's event comes last: what it did not evaluate was skipped.
            if let root = roots[event.expression] {
                addSkipped(in: root, count, isWithinFinished: isFinished)
            }
        }
        for event in events { isSeen[event.expression] = false }
    }

    /// Counts the expressions of a root that were left out, and makes ready for the root's next evaluation. In one that has spent its
    /// budget, only what stands in a finished expression was left out: the rest was not come to.
    private mutating func addSkipped(in node: CoverageNode, _ count: Int, isWithinFinished: Bool) {
        let isFinished = isSeen[node.id]
        if isWithinFinished, !isFinished { add(.skipped, to: node.id, count) }
        isSeen[node.id] = false
        for child in node.children {
            addSkipped(in: child, count, isWithinFinished: isWithinFinished || isFinished)
        }
    }

    private mutating func add(_ bool: Bool, to expression: Int, _ count: Int) {
        let places = columns[expression].places
        if let place = bool ? places.ofTrue : places.ofFalse {
            columns[expression].tallies[place].count += count
            return
        }
        let place = columns[expression].tallies.count
        columns[expression].tallies.append(Tally(observation: .value(.bool(bool)), count: count))
        if bool {
            columns[expression].places.ofTrue = place
        } else {
            columns[expression].places.ofFalse = place
        }
    }

    private mutating func add(_ observation: Observation, to expression: Int, _ count: Int) {
        if let index = columns[expression].tallies.firstIndex(where: { $0.observation == observation }) {
            columns[expression].tallies[index].count += count
        } else {
            append(observation, to: expression, count)
        }
    }

    /// Adds a value. There may be many, so it is compared only with those that have its hash.
    private mutating func add(
        _ value: RuleValue, _ hashes: inout ValueHashes, to expression: Int, _ count: Int
    ) {
        if columns[expression].lookups >= CoverageRecorder.maximumLookups {
            guard case .null = value else { return }
        }
        columns[expression].lookups += 1
        let observation = Observation.value(value)
        let key = Key(expression: expression, hash: hashes.hash(of: value))
        for index in places[key] ?? [] where columns[expression].tallies[index].observation == observation {
            columns[expression].tallies[index].count += count
            return
        }
        let index = columns[expression].tallies.count
        append(observation, to: expression, count)
        if columns[expression].tallies.count > index { places[key, default: []].append(index) }
    }

    private mutating func append(_ observation: Observation, to expression: Int, _ count: Int) {
        let limits = CoverageRecorder.maximumValues
        let present = columns[expression].tallies.count
        guard observation.isLarge, case .value(let value) = observation else {
            if present < limits.small {
                columns[expression].tallies.append(Tally(observation: observation, count: count))
            }
            return
        }
        guard present < limits.large else { return }
        let most = CoverageRecorder.maximumBytes
        let size = SizeEstimate.bytes(of: value, upTo: most.value)
        guard bytes + size <= most.all else { return }
        bytes += size
        columns[expression].tallies.append(Tally(observation: observation, count: count))
    }
}

extension RulesDecision.Step {
    fileprivate func isTriedTogether(with other: RulesDecision.Step) -> Bool {
        round == other.round
    }
}

/// The hashes of the values of one evaluation, in which records such as `request` occur again and again.
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
        value.hashByValue(into: &hasher, depth: 2)
        return hasher.finalize()
    }
}

extension Outcome {
    /// False if the budget was spent first.
    fileprivate var isFinished: Bool {
        if case .failure(.budgetExceeded) = self { false } else { true }
    }
}
