@testable import FirestoreRules

/// The error of a request that takes too much work.
let tooMuchWork =
    "The rules take more than 50 million steps for one request: they compare, match or search too much."

/// What the tests ask for without a thought of its cost.
extension Operators {
    static func apply(
        _ operation: BinaryOperator, _ left: RuleValue, _ right: RuleValue
    ) throws(EvaluationFailure) -> RuleValue {
        try apply(operation, left, right, WorkMeter())
    }

    static func isEqual(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
        try isEqual(left, right, WorkMeter())
    }

    static func isNotEqual(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
        try isNotEqual(left, right, WorkMeter())
    }

    static func contains(
        _ collection: RuleValue, _ element: RuleValue
    ) throws(EvaluationFailure) -> Bool {
        try contains(collection, element, WorkMeter())
    }

    static func isLess(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
        try isLess(left, right, WorkMeter())
    }

    static func isLessOrEqual(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
        try isLessOrEqual(left, right, WorkMeter())
    }

    static func isGreater(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
        try isGreater(left, right, WorkMeter())
    }

    static func isGreaterOrEqual(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
        try isGreaterOrEqual(left, right, WorkMeter())
    }

    static func add(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> RuleValue {
        try add(left, right, WorkMeter())
    }

    static func index(_ receiver: RuleValue, _ index: RuleValue) throws(EvaluationFailure) -> RuleValue {
        try self.index(receiver, index, WorkMeter())
    }

    static func slice(
        _ receiver: RuleValue, from: RuleValue?, to: RuleValue?
    ) throws(EvaluationFailure) -> RuleValue {
        try slice(receiver, from: from, to: to, WorkMeter())
    }
}

extension RuleSet {
    init(_ list: RuleList) throws(EvaluationFailure) { try self.init(list, WorkMeter()) }

    func contains(_ element: RuleValue) throws(EvaluationFailure) -> Bool {
        try contains(element, WorkMeter())
    }
}

extension BuiltInMethod {
    func call(_ receiver: RuleValue, _ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue {
        try call(receiver, arguments, WorkMeter())
    }
}

extension BuiltInFunction {
    func call(_ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue {
        try call(arguments, WorkMeter())
    }
}

extension RulePattern {
    init(_ pattern: String) throws(EvaluationFailure) { try self.init(pattern, WorkMeter()) }

    func matches(whole text: String) throws(EvaluationFailure) -> Bool {
        try matches(whole: text, WorkMeter())
    }

    func replacing(in text: String, with substitute: String) throws(EvaluationFailure) -> String {
        try replacing(in: text, with: substitute, WorkMeter())
    }

    func splitting(_ text: String) throws(EvaluationFailure) -> [String] {
        try splitting(text, WorkMeter())
    }
}
