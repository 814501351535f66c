import FirestoreModel

/// A part of the environment that most rules read several times, such as `request.resource.data`: looked up once.
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

        /// The value, where it is found without looking up one name after the other; nil also for one that is not there.
        fileprivate func value(in evaluation: Evaluation) -> RuleValue? {
            switch self {
            case .requestAuthUID: (evaluation.request.record as? RequestRecord)?.uid
            case .requestResourceData:
                ((evaluation.request.record as? RequestRecord)?.writtenRecord).map { .map($0.data) }
            case .resourceData: (evaluation.resource.record as? ResourceRecord).map { .map($0.data) }
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
        if let known = evaluation[part] {
            try evaluation.charge(part.cost)
            return try known.get()
        }
        if let value = part.value(in: evaluation) {
            evaluation[part] = .value(value)
            try evaluation.charge(part.cost)
            return value
        }
        let outcome = try evaluation.outcome(of: lookup)
        evaluation[part] = outcome
        return try outcome.get()
    }

    /// The stored fields of a document's data; nil where it is not there or is none.
    func fields(in evaluation: Evaluation) -> StoredFields? {
        if let fields = evaluation.fields(of: part) { return fields }
        guard case .map(let map)? = part.value(in: evaluation), let fields = map.storedFields else {
            return nil
        }
        evaluation.keep(fields, of: part)
        return fields
    }

    /// What the parts have come to so far.
    struct Values {
        private var requestAuthUID: Outcome?
        private var requestResourceData: Outcome?
        private var resourceData: Outcome?

        subscript(part: Part) -> Outcome? {
            @inline(__always) get {
                switch part {
                case .requestAuthUID: requestAuthUID
                case .requestResourceData: requestResourceData
                case .resourceData: resourceData
                }
            }
            set {
                switch part {
                case .requestAuthUID: requestAuthUID = newValue
                case .requestResourceData: requestResourceData = newValue
                case .resourceData: resourceData = newValue
                }
            }
        }
    }
}

extension RuleValue {
    /// The record behind one of the environment's maps.
    var record: (any RuleRecord)? {
        if case .map(let map) = self { map.record } else { nil }
    }
}

extension Outcome {
    /// The record behind one of the environment's maps.
    var record: (any RuleRecord)? {
        if case .value(let value) = self { value.record } else { nil }
    }
}
