import RealtimeDatabaseModel

/// `receiver.name` of what is in `auth`, of a query, or the length of a string.
final class PropertyNode: PlanNode {
    private let receiver: any PlanNode
    private let name: DataKey
    private let queryProperty: QueryProperty?
    private let isLength: Bool
    /// Whether the receiver is known to be a string, or nothing.
    private let isOfString: Bool

    init(_ receiver: any PlanNode, _ name: String, isOfString: Bool) {
        self.receiver = receiver
        self.name = DataKey(name)
        self.isOfString = isOfString
        queryProperty = QueryProperty(rawValue: name)
        isLength = name == "length"
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        switch try receiver.value(in: evaluation) {
        case .string(let text) where isLength: .number(Double(text.utf16.count))
        case let value where isOfString: throw .receiver(name.string, value)
        case .claims(let claims): RuleValue(claims[name])
        case .query(let query): queryProperty.map { query.value(of: $0) } ?? .null
        // What is not there has no parts, and asking for them is no mistake.
        case .null, .boolean, .number, .string, .data, .snapshot: .null
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
