/// A call of a function that the rules declare.
final class CallNode: PlanNode {
    let function: FunctionPlan
    private let arguments: [any PlanNode]

    init(_ function: FunctionPlan, _ arguments: [any PlanNode]) {
        self.function = function
        self.arguments = arguments
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try evaluation.call(function, arguments: arguments)
    }
}

/// A call of a built-in function, such as `int('1')` or `math.abs(x)`.
final class BuiltInCallNode: PlanNode {
    private let function: BuiltInFunction
    private let arguments: [any PlanNode]

    init(_ function: BuiltInFunction, _ arguments: [any PlanNode]) {
        self.function = function
        self.arguments = arguments
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try function.call(try evaluation.arguments(arguments))
    }
}

/// A call of a method, such as `list.hasOnly(['a'])`.
final class MethodNode: PlanNode {
    private let receiver: any PlanNode
    fileprivate let method: BuiltInMethod
    private let arguments: [any PlanNode]
    /// The values of the arguments, when all are always the same.
    private let constants: CallArguments
    /// What these cost; nil when some argument is not always the same.
    private let costOfConstants: Int?

    init(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        self.receiver = receiver
        self.method = method
        self.arguments = arguments
        let constants = arguments.compactMap { $0 as? ConstantNode }
        self.constants = CallArguments(constants.map(\.constant))
        costOfConstants =
            constants.count < arguments.count ? nil : constants.reduce(0) { $0 + $1.cost }
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let (value, operands) = try operands(in: evaluation)
        return try method.call(value, operands)
    }

    /// The value whose method it is, and the arguments.
    @inline(__always)
    fileprivate func operands(
        in evaluation: Evaluation
    ) throws(EvaluationFailure) -> (receiver: RuleValue, arguments: CallArguments) {
        try evaluation.charge()
        let value = try evaluation.value(of: receiver, before: arguments)
        if let costOfConstants {
            try evaluation.charge(costOfConstants)
            return (value, constants)
        }
        do {
            return (value, try evaluation.arguments(arguments))
        } catch {
            // That the value has no such method comes before what is wrong with the arguments, or not known of them.
            if case .budgetExceeded = error { throw error }
            guard value.type != .null, method.overloads(of: value.type) == nil else {
                throw error
            }
            throw .error(.functionNotFound(method.rawValue))
        }
    }
}

/// `new.diff(old).affectedKeys()` and its like: the keys at once, without a value for the difference.
final class ChangedKeysNode: PlanNode {
    private let diff: MethodNode
    private let method: BuiltInMethod
    private let wanted: MapDiff.Changes

    /// Nil unless the method gives keys of a difference.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard arguments.isEmpty, let diff = receiver as? MethodNode, diff.method == .diff,
            let wanted = MapDiff.Changes(method)
        else { return nil }
        self.diff = diff
        self.method = method
        self.wanted = wanted
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        let (new, arguments) = try diff.operands(in: evaluation)
        if case .map(let new) = new, let new = new.storedFields, let old = arguments.onlyMap?.storedFields {
            return .set(try MapDiff.keys(wanted, from: old, to: new))
        }
        return try method.call(try diff.method.call(new, arguments), CallArguments())
    }
}

/// A call of a method that no value has.
final class UnknownMethodNode: PlanNode {
    private let receiver: any PlanNode
    private let name: String
    private let arguments: [any PlanNode]

    init(_ receiver: any PlanNode, _ name: String, _ arguments: [any PlanNode]) {
        self.receiver = receiver
        self.name = name
        self.arguments = arguments
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        let value = try evaluation.value(of: receiver, before: arguments)
        for argument in arguments { _ = try evaluation.outcome(of: argument) }
        if case .null = value { throw .error(.nullValue) }
        throw .error(.functionNotFound(name))
    }
}

/// `get(path)` and its like.
final class DocumentAccessNode: PlanNode {
    private let function: DocumentAccess.Function
    private let path: any PlanNode

    init(_ function: DocumentAccess.Function, _ path: any PlanNode) {
        self.function = function
        self.path = path
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try evaluation.documents.call(function, try path.value(in: evaluation))
    }
}
