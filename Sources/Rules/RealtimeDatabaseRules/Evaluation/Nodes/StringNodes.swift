/// A method of strings that takes strings.
final class StringMethodNode: PlanNode {
    private let method: StringMethod
    private let receiver: any PlanNode
    private let arguments: [any PlanNode]

    init(_ method: StringMethod, _ receiver: any PlanNode, _ arguments: [any PlanNode]) {
        self.method = method
        self.receiver = receiver
        self.arguments = arguments
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let text = try receiver.text(of: method, in: evaluation)
        var texts: [String] = []
        for argument in arguments {
            switch try argument.value(in: evaluation) {
            case .string(let text): texts.append(text)
            case let value: throw .argument(method.rawValue, value)
            }
        }
        try evaluation.charge(text)
        for text in texts { try evaluation.charge(text) }
        let result = try method.apply(text, texts)
        try evaluation.charge(result)
        return result
    }
}

/// `string.matches(/pattern/)`
final class MatchesNode: PlanNode {
    private let receiver: any PlanNode
    private let pattern: RulePattern

    init(_ receiver: any PlanNode, _ pattern: RulePattern) {
        self.receiver = receiver
        self.pattern = pattern
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let text = try receiver.text(of: .matches, in: evaluation)
        return .boolean(try evaluation.isFound(pattern, in: text))
    }
}

extension PlanNode {
    /// The string that a method is called on.
    fileprivate func text(
        of method: StringMethod, in evaluation: Evaluation
    ) throws(RuleFailure) -> String {
        switch try value(in: evaluation) {
        case .string(let text): text
        case let value: throw .receiver("\(method.rawValue)()", value)
        }
    }
}
