import FirestoreModel

/// The receiver or the argument of `difference`.
enum SetOperand {
    /// The few strings of a document's list, of which no set has been made. Some may be equal.
    case strings([Value])
    /// A set, or a value of a wrong type.
    case value(RuleValue)
}

/// `list.toSet()`
final class ToSetNode: PlanNode {
    private let receiver: any PlanNode
    private let method: BuiltInMethod

    /// Nil for any other call.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard method.name == "toSet", arguments.isEmpty else { return nil }
        self.receiver = receiver
        self.method = method
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try method.call(try evaluation.operand(receiver), CallArguments(), evaluation.work)
    }

    /// The set, or the elements that it would be made of.
    func operand(in evaluation: Evaluation) throws(EvaluationFailure) -> SetOperand {
        let value = try evaluation.operand(receiver)
        if case .list(let list) = value, let stored = list.storedElements, stored.areFewStrings {
            return .strings(stored)
        }
        return .value(try method.call(value, CallArguments(), evaluation.work))
    }

    /// The set of an operand.
    func set(_ operand: SetOperand, _ work: WorkMeter) throws(EvaluationFailure) -> RuleValue {
        switch operand {
        case .strings(let strings):
            try method.call(.list(RuleList(stored: strings)), CallArguments(), work)
        case .value(let value): value
        }
    }
}

/// `list.toSet().difference(list.toSet())`
final class SetDifferenceNode: PlanNode {
    private let set: ToSetNode
    private let other: ToSetNode
    private let method: BuiltInMethod

    /// Nil for any other call.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard method.name == "difference", arguments.count == 1, let set = receiver as? ToSetNode,
            let other = arguments[0] as? ToSetNode
        else { return nil }
        self.set = set
        self.other = other
        self.method = method
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let (set, other) = try operands(in: evaluation)
        return try difference(set, other, evaluation.work)
    }

    fileprivate func operands(
        in evaluation: Evaluation
    ) throws(EvaluationFailure) -> (set: SetOperand, other: SetOperand) {
        let subtracted = try evaluation.operand(other, after: set, checking: check) {
            () throws(EvaluationFailure) in try other.operand(in: evaluation)
        }
        let elements = try evaluation.lastOperand { () throws(EvaluationFailure) in
            try set.operand(in: evaluation)
        }
        return (elements, subtracted)
    }

    fileprivate func difference(
        _ elements: SetOperand, _ subtracted: SetOperand, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        let argument = CallArguments(try other.set(subtracted, work))
        return try method.call(try set.set(elements, work), argument, work)
    }

    private func check(_ value: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        try method.check(value, work)
    }
}

/// `list.toSet().difference(list.toSet()).hasOnly([element])`: who was added to a list. The strings of two documents are compared
/// without a set of any kind.
final class SetDifferenceLimitNode: PlanNode {
    private let difference: SetDifferenceNode
    private let limit: ListNode
    private let method: BuiltInMethod

    /// Nil for any other call.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard method.name == "hasOnly", arguments.count == 1, let limit = arguments[0] as? ListNode,
            limit.hasOneElement, let difference = receiver as? SetDifferenceNode
        else { return nil }
        self.difference = difference
        self.limit = limit
        self.method = method
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let allowed = try evaluation.operand(limit, after: difference, checking: check) {
            () throws(EvaluationFailure) in try limit.onlyElement(in: evaluation)
        }
        let work = evaluation.work
        let made: RuleValue
        do throws(EvaluationFailure) {
            let (set, other) = try difference.operands(in: evaluation)
            if case .string(let text) = allowed, case .strings(let elements) = set,
                case .strings(let known) = other
            {
                let areOnly = try elements.haveOnly(text, besides: known, work)
                try evaluation.charge()
                return .bool(areOnly)
            }
            made = try difference.difference(set, other, work)
        } catch {
            try evaluation.charge()
            throw error
        }
        try evaluation.charge()
        return try method.call(made, CallArguments(.list([allowed])), work)
    }

    private func check(_ value: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        try method.check(value, work)
    }
}

/// `list.hasAll(list)` of two documents' strings.
final class HasAllNode: PlanNode {
    private let receiver: any PlanNode
    private let argument: any PlanNode
    private let method: BuiltInMethod

    /// Nil for any other call.
    init?(_ receiver: any PlanNode, _ method: BuiltInMethod, _ arguments: [any PlanNode]) {
        guard method.name == "hasAll", arguments.count == 1, !(arguments[0] is ConstantNode) else {
            return nil
        }
        self.receiver = receiver
        argument = arguments[0]
        self.method = method
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let (value, others) = try evaluation.operands(receiver, argument, checking: check)
        if case .list(let list) = value, let elements = list.storedElements,
            case .list(let list) = others, let wanted = list.storedElements, wanted.areFewStrings
        {
            return .bool(try elements.haveAll(wanted, evaluation.work))
        }
        return try method.call(value, CallArguments(others), evaluation.work)
    }

    private func check(_ value: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        try method.check(value, work)
    }
}

extension [Value] {
    /// Whether they are strings, and so few that comparing each with each is the fastest.
    fileprivate var areFewStrings: Bool {
        guard count <= ElementLookup.largestWithoutHashes else { return false }
        for place in indices {
            guard case .string = self[place] else { return false }
        }
        return true
    }

    /// Whether strings that others do not contain are all the same as a text.
    fileprivate func haveOnly(
        _ text: String, besides others: [Value], _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        for place in indices {
            guard case .string(let element) = self[place] else { return false }
            if try !others.containsString(element, work), try !element.hasSameUTF8(as: text, work) {
                return false
            }
        }
        return true
    }

    /// Whether they contain some strings.
    fileprivate func haveAll(_ wanted: [Value], _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        for place in wanted.indices {
            guard case .string(let text) = wanted[place], try containsString(text, work) else { return false }
        }
        return true
    }
}
