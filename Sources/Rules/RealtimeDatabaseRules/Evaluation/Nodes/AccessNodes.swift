import RealtimeDatabaseModel

/// `receiver.name`: a part of `auth`, a property of the query, or the length of a string.
final class PropertyNode: PlanNode {
    private let receiver: any PlanNode
    private let name: DataKey
    /// The implementation of a built-in property.
    private let implementation: BuiltInMember.Implementation?
    /// Whether the receiver is known to be a string, or null.
    private let isOfString: Bool

    init(_ receiver: any PlanNode, _ name: String, isOfString: Bool) {
        self.receiver = receiver
        self.name = DataKey(name)
        self.isOfString = isOfString
        let member = BuiltInMember.all[name]
        implementation = member?.isMethod == false ? member?.implementation : nil
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        switch (try receiver.value(in: evaluation), implementation) {
        case (.string(let text), .text(let apply)): try apply(text, [])
        case (let value, _) where isOfString: throw .receiver(name.string, value)
        case (.claims(let claims), _): RuleValue(claims[name])
        case (.query(let query), .query(let look)): look(query)
        // A part of null is null, and not an error.
        case (.null, _), (.boolean, _), (.number, _), (.string, _), (.data, _), (.snapshot, _), (.query, _):
            .null
        }
    }
}

/// `receiver[index]` of what is in `auth`.
final class IndexNode: PlanNode {
    private let receiver: any PlanNode
    private let index: any PlanNode

    init(_ receiver: any PlanNode, _ index: any PlanNode) {
        self.receiver = receiver
        self.index = index
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let receiver = try receiver.value(in: evaluation)
        switch (receiver, try index.value(in: evaluation)) {
        case (.claims(.list(let elements)), .number(let number)):
            guard let place = Int(exactly: number), elements.indices.contains(place) else { return .null }
            return RuleValue(elements[place])
        case (.claims(let claims), .string(let name)): return RuleValue(claims[DataKey(name)])
        case (_, .string), (_, .number): return .null
        case (_, let index): throw .index(index)
        }
    }
}
