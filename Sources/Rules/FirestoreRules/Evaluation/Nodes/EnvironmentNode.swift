import FirestoreModel

/// A part of the environment that most rules read several times, such as `request.resource.data`: at hand, where it is a document's or a user's.
final class EnvironmentNode: PlanNode {
    enum Part {
        case requestAuthUID, requestResourceData, resourceData

        /// The part that an expression reads.
        init?(_ expression: Expression) {
            guard case .member(let receiver, let last) = expression.kind else { return nil }
            switch (receiver.kind, last.name) {
            case (.name("resource"), "data"): self = .resourceData
            case (.member(let root, let middle), _):
                guard case .name("request") = root.kind else { return nil }
                switch (middle.name, last.name) {
                case ("auth", "uid"): self = .requestAuthUID
                case ("resource", "data"): self = .requestResourceData
                default: return nil
                }
            default: return nil
            }
        }

        /// The variable that it is a part of.
        var root: String { self == .resourceData ? "resource" : "request" }

        /// What reading it costs, each name one.
        var cost: Int { self == .resourceData ? 2 : 3 }
    }

    let part: Part
    private let lookup: any PlanNode

    init(_ part: Part, lookup: any PlanNode) {
        self.part = part
        self.lookup = lookup
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        guard let value = evaluation.value(of: part) else { return try lookup.value(in: evaluation) }
        try evaluation.charge(part.cost)
        return value
    }
}
