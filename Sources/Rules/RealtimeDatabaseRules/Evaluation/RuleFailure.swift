/// Why a condition has no value. A rule without a value does not hold.
package enum RuleFailure: Error, Sendable {
    /// An operator with operands that it does not take.
    case operands(BinaryOperator, RuleValue, RuleValue)
    /// `-operand` where the operand is not a number.
    case negative(RuleValue)
    /// A method of snapshots on another value.
    case notSnapshot(RuleValue)
    /// A method or property of strings on another value.
    case receiver(String, RuleValue)
    /// An argument that is not a string.
    case argument(String, RuleValue)
    /// An index that is neither a string nor a number.
    case index(RuleValue)
    case noParent
    case pathTooLong
    case resultTooLarge
    case tooMuchWork

    /// For people: one sentence without its full stop.
    var message: String {
        switch self {
        case .operands(let `operator`, let left, let right):
            switch `operator` {
            case .add: "+ takes numbers and strings, not \(left.typeName) and \(right.typeName)"
            case .less, .lessOrEqual, .greater, .greaterOrEqual:
                "\(`operator`.rawValue) takes two numbers or two strings, not \(left.typeName) and \(right.typeName)"
            case _: "\(`operator`.rawValue) takes numbers, not \(left.typeName) and \(right.typeName)"
            }
        case .negative(let value): "- takes a number, not \(value.typeName)"
        case .notSnapshot(let value): "this method is for snapshots, not for \(value.typeName)"
        case .receiver(let name, let value): "\(name) is for strings, not for \(value.typeName)"
        case .argument(let name, let value): "\(name)() takes a string, not \(value.typeName)"
        case .index(let value): "an index is a string or a number, not \(value.typeName)"
        case .noParent: "the root has no parent"
        case .pathTooLong: "the path is longer than any in a database"
        case .resultTooLarge: "the result is larger than \(RuleFailure.mostBytes >> 20) MB"
        case .tooMuchWork:
            "the rules take more than \(Evaluation.mostSteps / 1_000_000) million steps for one request: they match or search too much"
        }
    }

    /// How large a string that a rule makes may become.
    static let mostBytes = 16 << 20
}
