/// A method of strings that takes strings.
final class StringMethodNode: PlanNode {
    private let name: String
    private let receiver: any PlanNode
    private let arguments: [any PlanNode]
    private let apply: @Sendable (String, [String]) throws(RuleFailure) -> RuleValue

    init(
        _ name: String, _ receiver: any PlanNode, _ arguments: [any PlanNode],
        _ apply: @escaping @Sendable (String, [String]) throws(RuleFailure) -> RuleValue
    ) {
        self.name = name
        self.receiver = receiver
        self.arguments = arguments
        self.apply = apply
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let text = try receiver.text(for: name, in: evaluation)
        var texts: [String] = []
        for argument in arguments {
            switch try argument.value(in: evaluation) {
            case .string(let text): texts.append(text)
            case let value: throw .argument(name, value)
            }
        }
        try evaluation.charge(text)
        for text in texts { try evaluation.charge(text) }
        let result = try apply(text, texts)
        try evaluation.charge(result)
        return result
    }
}

/// `string.matches(/pattern/)`
final class MatchesNode: PlanNode {
    private let name: String
    private let receiver: any PlanNode
    private let pattern: RulePattern

    init(_ name: String, _ receiver: any PlanNode, _ pattern: RulePattern) {
        self.name = name
        self.receiver = receiver
        self.pattern = pattern
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let text = try receiver.text(for: name, in: evaluation)
        return .boolean(try evaluation.isFound(pattern, in: text))
    }
}

extension PlanNode {
    /// The string that a method is called on.
    fileprivate func text(for method: String, in evaluation: Evaluation) throws(RuleFailure) -> String {
        switch try value(in: evaluation) {
        case .string(let text): text
        case let value: throw .receiver("\(method)()", value)
        }
    }
}
