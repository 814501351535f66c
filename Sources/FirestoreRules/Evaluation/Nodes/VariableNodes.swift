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
    private let index: Int

    init(index: Int) {
        self.index = index
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try evaluation.captures[index].get()
    }
}

/// `request`
final class RequestNode: PlanNode {
    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return evaluation.request
    }
}

/// `resource`
final class ResourceNode: PlanNode {
    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try evaluation.resource.get()
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
        try evaluation.charge()
        evaluation.define(try evaluation.outcome(of: bound))
        return try rest.value(in: evaluation)
    }
}
