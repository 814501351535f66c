/// A part of the environment that most rules read several times, such as `request.resource.data`: looked up once.
final class EnvironmentNode: PlanNode {
    enum Part: Int, CaseIterable {
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
        fileprivate var cost: Int { self == .resourceData ? 2 : 3 }
    }

    private let part: Part
    private let lookup: any PlanNode

    init(_ part: Part, lookup: any PlanNode) {
        self.part = part
        self.lookup = lookup
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        if let known = evaluation[part] {
            try evaluation.charge(part.cost)
            return try known.get()
        }
        let outcome = try evaluation.outcome(of: lookup)
        evaluation[part] = outcome
        return try outcome.get()
    }
}
