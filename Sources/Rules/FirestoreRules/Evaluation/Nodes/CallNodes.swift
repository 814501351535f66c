/// A call of a function that the rules declare.
final class CallNode: PlanNode {
    let function: FunctionPlan
    private let arguments: [any PlanNode]

    init(_ function: FunctionPlan, _ arguments: [any PlanNode]) {
        self.function = function
        self.arguments = arguments
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.call(function, arguments: arguments)
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
        try function.call(try evaluation.arguments(arguments), evaluation.work)
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
        return try method.call(value, operands, evaluation.work)
    }

    /// The value whose method it is, and the arguments.
    @inline(__always)
    fileprivate func operands(
        in evaluation: Evaluation
    ) throws(EvaluationFailure) -> (receiver: RuleValue, arguments: CallArguments) {
        if let costOfConstants {
            try evaluation.charge(costOfConstants)
            return (try evaluation.operand(receiver), constants)
        }
        if arguments.count == 1 {
            let (value, argument) = try evaluation.operands(receiver, arguments[0], checking: check)
            return (value, CallArguments(argument))
        }
        let values = try evaluation.operands([receiver] + arguments, checking: check)
        return (values[0], CallArguments(Array(values.dropFirst())))
    }

    /// That a value has no such method comes before what is wrong with the arguments, or not known of them.
    private func check(_ value: RuleValue, _: WorkMeter) throws(EvaluationFailure) {
        let type = value.type
        if type != .null, !method.isMethod(of: type) { throw .error(.functionNotFound(method.name)) }
    }
}

/// `new.diff(old).affectedKeys()` and its like: the keys at once, without a value for the difference.
final class ChangedKeysNode: PlanNode {
    private let diff: MethodNode
    private let method: BuiltInMethod
    private let wanted: MapDiff.Changes

    /// Nil unless the method gives keys of a difference.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard arguments.isEmpty, let diff = receiver as? MethodNode,
            diff.method.name == BuiltInMethod.difference,
            let wanted = MapDiff.Changes(method)
        else { return nil }
        self.diff = diff
        self.method = method
        self.wanted = wanted
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let (new, arguments) = try operands(in: evaluation)
        if case .map(let new) = new, let new = new.storedFields, let old = arguments.onlyMap?.storedFields {
            return .set(try MapDiff.keys(wanted, from: old, to: new, evaluation.work))
        }
        return try method.call(
            try diff.method.call(new, arguments, evaluation.work), CallArguments(), evaluation.work)
    }

    private func operands(
        in evaluation: Evaluation
    ) throws(EvaluationFailure) -> (receiver: RuleValue, arguments: CallArguments) {
        do throws(EvaluationFailure) {
            let operands = try diff.operands(in: evaluation)
            try evaluation.charge()
            return operands
        } catch {
            try evaluation.charge()
            throw error
        }
    }
}

/// A call of a method that no value has.
final class UnknownMethodNode: PlanNode {
    private let operands: [any PlanNode]
    private let name: String

    init(_ receiver: any PlanNode, _ name: String, _ arguments: [any PlanNode]) {
        operands = [receiver] + arguments
        self.name = name
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let values = try evaluation.operands(operands, checking: check)
        try check(values[0], evaluation.work)
        return .null
    }

    private func check(_ value: RuleValue, _: WorkMeter) throws(EvaluationFailure) {
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
        try evaluation.documents.call(function, try evaluation.operand(path))
    }
}
