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

/// The failures among the operands of one expression, in their order.
struct OperandFailures {
    /// The first one, which is that of all; nil while none has failed.
    private(set) var first: EvaluationFailure?
    private let evaluation: Evaluation
    private let start: Int
    private let role: Role

    /// What the operands are.
    enum Role {
        case arguments
        /// The elements of a list, or the segments of a path.
        case elements
        /// The segments of a path by which a document is looked up.
        case segmentsOfLookup
    }

    init(_ evaluation: Evaluation, _ role: Role) {
        self.evaluation = evaluation
        self.role = role
        start = evaluation.leftovers.count
    }

    /// Notes what has become of the next operand.
    ///
    /// - Parameter mark: The count of the leftovers before it was evaluated.
    @inline(__always)
    mutating func add(_ outcome: Outcome, since mark: Int) {
        if case .value = outcome, first == nil { return }
        addAfterFailure(outcome, since: mark)
    }

    private mutating func addAfterFailure(_ outcome: Outcome, since mark: Int) {
        guard let first else {
            if case .failure(let failure) = outcome { self.first = failure }
            return
        }
        switch (outcome, role) {
        case (.failure(let failure), .segmentsOfLookup):
            evaluation.leftovers.append(failure, since: start)
        case (.failure(let failure), .elements):
            evaluation.leftovers.note(failure, since: mark, after: first, since: start)
            evaluation.leftovers.repeatLast(since: start, or: first)
        case (.failure(let failure), .arguments):
            evaluation.leftovers.note(failure, since: mark, after: first, since: start)
        case (.value, .arguments): break
        case (.value, .elements), (.value, .segmentsOfLookup):
            evaluation.leftovers.repeatLast(since: start, or: first)
        }
    }
}
