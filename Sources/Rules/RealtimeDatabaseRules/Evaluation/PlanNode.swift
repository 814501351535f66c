/// A step of a planned condition: names are resolved, literals are values.
protocol PlanNode: AnyObject, Sendable {
    /// The value of the expression.
    ///
    /// - Throws: why it has none. No operator absorbs a failure.
    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue

    /// The value of an expression that the checker has found to be a snapshot.
    func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot
}

extension PlanNode {
    func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot {
        switch try value(in: evaluation) {
        case .snapshot(let snapshot): snapshot
        case let value: throw .notSnapshot(value)
        }
    }
}

/// A constant value.
final class ConstantNode: PlanNode {
    private let constant: RuleValue

    init(_ constant: RuleValue) {
        self.constant = constant
    }

    func value(in evaluation: Evaluation) -> RuleValue { constant }
}

/// An expression whose outcome is recorded.
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
