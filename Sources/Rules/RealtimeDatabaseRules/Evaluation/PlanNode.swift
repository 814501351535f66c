/// One step of a condition that is ready to be evaluated: names are resolved, literals are values.
protocol PlanNode: AnyObject, Sendable {
    /// The value of the expression.
    ///
    /// - Throws: why it has none. Nothing absorbs that.
    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue

    /// The value of an expression that has been found to be a snapshot, whatever the data is.
    func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot
}

extension PlanNode {
    func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot {
        switch try value(in: evaluation) {
        case .snapshot(let snapshot): snapshot
        case let value: throw .receiver("a method of snapshots", value)
        }
    }
}

/// A value that is known beforehand.
final class ConstantNode: PlanNode {
    private let constant: RuleValue

    init(_ constant: RuleValue) {
        self.constant = constant
    }

    func value(in evaluation: Evaluation) -> RuleValue { constant }
}

/// An expression of which it is written down what it comes to.
final class TracedNode: PlanNode {
    private let inner: any PlanNode
    private let id: Int

    init(_ inner: any PlanNode, id: Int) {
        self.inner = inner
        self.id = id
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        do {
            let value = try inner.value(in: evaluation)
            evaluation.trace?[id] = .value(value)
            return value
        } catch {
            evaluation.trace?[id] = .failure(error)
            throw error
        }
    }
}
