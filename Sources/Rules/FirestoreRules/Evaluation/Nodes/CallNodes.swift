import FirestoreModel

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
    /// The values of the arguments, if all are constant.
    fileprivate let constants: CallArguments
    /// Their cost; nil if an argument is not constant.
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

    /// A node's own function: that of the method as an argument would copy the method for each call.
    private func check(_ value: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        try method.check(value, work)
    }

    /// What the receiver and the only argument are parts of; nil unless both are.
    fileprivate var partsOfEnvironment: (EnvironmentNode.Part, EnvironmentNode.Part)? {
        guard arguments.count == 1, let receiver = receiver as? EnvironmentNode,
            let argument = arguments[0] as? EnvironmentNode
        else { return nil }
        return (receiver.part, argument.part)
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
}

extension BuiltInMethod {
    /// That a value has no such method comes before what is wrong with the arguments, or not known of them.
    func check(_ value: RuleValue, _: WorkMeter) throws(EvaluationFailure) {
        let type = value.type
        if type != .null, !isMethod(of: type) { throw .error(.functionNotFound(name)) }
    }
}

/// `new.diff(old).affectedKeys()` and its like: the keys at once, without a value for the difference.
final class ChangedKeysNode: PlanNode {
    private let diff: MethodNode
    private let method: BuiltInMethod
    private let wanted: MapDiff.Changes
    /// The maps that are compared, if both are fields at hand.
    private let parts: (new: EnvironmentNode.Part, old: EnvironmentNode.Part)?

    /// Nil unless the method gives keys of a difference.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard arguments.isEmpty, let diff = receiver as? MethodNode,
            diff.method.name == BuiltInMethod.difference,
            let wanted = MapDiff.Changes(method)
        else { return nil }
        self.diff = diff
        self.method = method
        self.wanted = wanted
        parts = diff.partsOfEnvironment
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let operands = try operands(in: evaluation)
        if let (new, old) = ChangedKeysNode.documents(operands) {
            return .set(try MapDiff.keys(wanted, from: old, to: new, evaluation.work))
        }
        return try keys(operands, evaluation.work)
    }

    /// Whether only some keys are among them, without a value for the keys.
    ///
    /// - Parameter limit: The call of `hasOnly` with these keys.
    fileprivate func areOnly(
        _ names: [FieldName], limit: MethodNode, in evaluation: Evaluation
    ) throws(EvaluationFailure) -> RuleValue {
        if let parts, let new = evaluation.fields(of: parts.new), let old = evaluation.fields(of: parts.old) {
            // The parts, the difference, its keys, and the call of `hasOnly`.
            try evaluation.charge(parts.new.cost + parts.old.cost + 3)
            return .bool(
                try MapDiff.isOnly(
                    wanted, of: names, from: old.takeUnretainedValue().map,
                    to: new.takeUnretainedValue().map, evaluation.work))
        }
        let keys: RuleValue
        do throws(EvaluationFailure) {
            let operands = try operands(in: evaluation)
            if let (new, old) = ChangedKeysNode.documents(operands) {
                let areOnly = try MapDiff.isOnly(
                    wanted, of: names, from: old.map, to: new.map, evaluation.work)
                try evaluation.charge()
                return .bool(areOnly)
            }
            keys = try self.keys(operands, evaluation.work)
        } catch {
            try evaluation.charge()
            throw error
        }
        try evaluation.charge()
        return try limit.method.call(keys, limit.constants, evaluation.work)
    }

    private typealias Operands = (receiver: RuleValue, arguments: CallArguments)

    private func keys(_ operands: Operands, _ work: WorkMeter) throws(EvaluationFailure) -> RuleValue {
        try method.call(
            try diff.method.call(operands.receiver, operands.arguments, work), CallArguments(), work)
    }

    /// The fields of two documents, if that is what the operands are.
    private static func documents(_ operands: Operands) -> (new: StoredFields, old: StoredFields)? {
        guard case .map(let new) = operands.receiver, let new = new.storedFields,
            let old = operands.arguments.onlyMap?.storedFields
        else { return nil }
        return (new, old)
    }

    private func operands(in evaluation: Evaluation) throws(EvaluationFailure) -> Operands {
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

/// `new.diff(old).affectedKeys().hasOnly(['a', 'b'])` and its like, with constant names.
final class ChangedKeysLimitNode: PlanNode {
    private let keys: ChangedKeysNode
    private let limit: MethodNode
    private let names: [FieldName]
    private let cost: Int

    /// Nil for any other call.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard method.name == "hasOnly", let keys = receiver as? ChangedKeysNode, arguments.count == 1,
            let argument = arguments[0] as? ConstantNode, case .list(let list) = argument.constant
        else { return nil }
        var names: [FieldName] = []
        for element in list {
            guard case .string(let text) = element else { return nil }
            names.append(FieldName(text))
        }
        self.keys = keys
        self.names = names
        limit = MethodNode(receiver, method, arguments)
        cost = argument.cost
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge(cost)
        return try keys.areOnly(names, limit: limit, in: evaluation)
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
