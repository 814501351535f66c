/// Which failure stands for an expression when several of its parts fail.
///
/// It is the first one. But Google's emulator evaluates on a stack, from which the elements of a list or of a path that come
/// after a failed one are not taken again. Where both operands of `&&` or `||` fail, what the right one has left there then
/// stands for the left one's failure. This does as much of it as decides which failure is reported.
struct FailureLeftovers {
    /// The one that is taken first comes last.
    private var failures: [EvaluationFailure] = []

    var count: Int {
        @inline(__always) get { failures.count }
    }

    /// Forgets what has been left behind since then.
    mutating func forget(since mark: Int = 0) {
        if failures.count > mark { failures.removeSubrange(mark...) }
    }

    /// Takes away what has been left behind since then.
    mutating func take(since mark: Int) -> [EvaluationFailure] {
        guard failures.count > mark else { return [] }
        defer { forget(since: mark) }
        return Array(failures[mark...])
    }

    mutating func append(_ others: [EvaluationFailure]) {
        failures += others
    }

    /// The failure that stands for two: that of the left operand, unless the right one has left something behind.
    mutating func failure(ofLeft left: EvaluationFailure, right mark: Int) -> EvaluationFailure {
        guard failures.count > mark, let last = failures.popLast() else { return left }
        failures.insert(left, at: mark)
        return last
    }

    /// An operand fails after another one has.
    ///
    /// - Parameters:
    ///   - failure: The operand's.
    ///   - mark: The count before it was evaluated.
    ///   - first: That of the first operand to fail.
    ///   - start: The count before all operands.
    mutating func note(
        _ failure: EvaluationFailure, since mark: Int, after first: EvaluationFailure, since start: Int
    ) {
        let own = failures.count - mark
        forget(since: mark)
        if failures.count > start { failures[start] = failure }
        for _ in 0..<own { repeatLast(since: start, or: first) }
    }

    /// An element follows after one that has failed.
    mutating func repeatLast(since start: Int, or first: EvaluationFailure) {
        failures.insert(failures.count > start ? failures[start] : first, at: start)
    }

    /// A segment of the path of a lookup fails after another one has.
    mutating func append(_ failure: EvaluationFailure, since start: Int) {
        failures.insert(failure, at: start)
    }
}

/// The failures among the operands of one expression, from the last one to fail on.
struct OperandFailures {
    /// What has become of an operand: its failure, if it has one, and what it has left behind.
    private typealias Operand = (failure: EvaluationFailure?, leftovers: [EvaluationFailure])

    /// The last one comes first.
    private var operands: [Operand]
    /// How many operands with values follow.
    private let valuesAfter: Int
    private let role: Role

    /// What the operands are.
    enum Role {
        case arguments
        /// The elements of a list, or the segments of a path.
        case elements
        /// The segments of a path by which a document is looked up.
        case segmentsOfLookup
    }

    init(_ last: EvaluationFailure, followedBy valuesAfter: Int, as role: Role) {
        operands = [(last, [])]
        self.valuesAfter = valuesAfter
        self.role = role
    }

    /// Evaluates the operands before the one that has failed, the last one first, and takes the cost of the whole off the budget.
    ///
    /// - Parameter start: The count of the leftovers before all operands.
    mutating func collect(
        in evaluation: Evaluation, since start: Int, before index: Int, cost: Int,
        _ evaluate: (Int) throws(EvaluationFailure) -> Void
    ) throws(EvaluationFailure) {
        if case .budgetExceeded? = operands[0].failure { throw .budgetExceeded }
        operands[0].leftovers = evaluation.leftovers.take(since: start)
        for earlier in (0..<index).reversed() {
            var failure: EvaluationFailure?
            do throws(EvaluationFailure) {
                try evaluate(earlier)
            } catch .budgetExceeded {
                throw .budgetExceeded
            } catch {
                failure = error
            }
            operands.append((failure, evaluation.leftovers.take(since: start)))
        }
        try evaluation.charge(cost)
    }

    /// The failure that stands for all, which is the first one; the others leave behind what they do.
    func settle(in leftovers: inout FailureLeftovers, since start: Int) -> EvaluationFailure {
        var first: EvaluationFailure?
        for operand in operands.reversed() {
            let mark = leftovers.count
            leftovers.append(operand.leftovers)
            guard let known = first else {
                first = operand.failure
                continue
            }
            switch (operand.failure, role) {
            case (let failure?, .segmentsOfLookup): leftovers.append(failure, since: start)
            case (let failure?, .elements):
                leftovers.note(failure, since: mark, after: known, since: start)
                leftovers.repeatLast(since: start, or: known)
            case (let failure?, .arguments):
                leftovers.note(failure, since: mark, after: known, since: start)
            case (nil, .arguments): break
            case (nil, .elements), (nil, .segmentsOfLookup): leftovers.repeatLast(since: start, or: known)
            }
        }
        let failure = first ?? .unknown
        if role != .arguments {
            for _ in 0..<valuesAfter { leftovers.repeatLast(since: start, or: failure) }
        }
        return failure
    }
}
