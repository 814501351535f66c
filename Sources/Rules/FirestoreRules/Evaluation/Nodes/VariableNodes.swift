/// A parameter or a `let`.
final class LocalNode: PlanNode {
    private let slot: Int

    init(slot: Int) {
        self.slot = slot
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try evaluation.local(slot)
    }
}

/// What a wildcard of the matched template stands for.
final class CaptureNode: PlanNode {
    /// The wildcards of its name, the innermost first.
    private let indices: [Int]

    init(indices: [Int]) {
        self.indices = indices
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        // One that stands for no segment, as the last one of a list, leaves its name to one further out.
        for index in indices {
            if case .value(let value) = evaluation.captures[index] { return value }
        }
        return try evaluation.captures[indices[0]].get()
    }
}

/// `request`
final class RequestNode: PlanNode {
    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return evaluation.readRequest()
    }
}

/// `resource`
final class ResourceNode: PlanNode {
    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try evaluation.readResource()
    }
}

/// `let name = value; rest`
final class LetNode: PlanNode {
    private let bound: any PlanNode
    private let rest: any PlanNode

    init(_ bound: any PlanNode, rest: any PlanNode) {
        self.bound = bound
        self.rest = rest
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        evaluation.define(try evaluation.outcome(of: bound))
        try evaluation.charge()
        return try rest.value(in: evaluation)
    }
}
