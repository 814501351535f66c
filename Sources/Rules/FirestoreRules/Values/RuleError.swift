package import FirestoreModel

/// What went wrong in an expression: facts, of which ``message`` makes Google's text.
package enum RuleError: Error, Sendable {
    case nullValue
    case undefinedProperty(String)
    /// A value of one type where others are taken.
    case type(received: RuleType, expected: [RuleType])
    case operands(BinaryOperator, RuleType, RuleType)
    case operand(UnaryOperator, RuleType)
    /// `receiver[index]` with an index of the wrong type.
    case index(RuleType, by: RuleType)
    /// `receiver[from:to]` with an end of the wrong type.
    case range(RuleType, from: RuleType, to: RuleType)
    /// A call of a method with arguments that it does not take, or on a type that does not have it.
    case method(String, RuleType, [RuleType])
    /// A call of a function with arguments that it does not take.
    case function(String, [RuleType])
    /// An operation with operands that it does not take. Both as they are printed.
    case unsupported(received: String, expected: String)
    /// An operation that a value or package does not have, such as `foo`, `math.foo`, `[]` or `@range`.
    case functionNotFound(String)
    case argumentCount(received: Int, expected: String)
    case indexOutOfBounds(index: Int64, size: Int)
    case illegalRange(from: Int64, to: Int64)
    case divideByZero
    case integerOutOfRange
    case timestampOutOfRange
    case durationOutOfRange
    case conversion(argument: String, from: RuleType, to: RuleType)
    case invalidPattern(String)
    /// A group that what replaces a match asks for, and the pattern does not have.
    case noSuchGroup(String)
    /// A get() or its like that could not be carried out; the argument as text proto.
    case serviceCall(function: String, argument: String)
    /// A variable that has no value.
    case variableRead(String)
    case unboundVariable(String)
    case unknownTemplateVariables([String])
    case duplicateTemplateVariable(String)
    case variableAlreadyBound(String)
    /// A variable of a path that was given an empty text.
    case emptyBinding(String)
    case emptyPathTemplate
    /// A text that `path()` does not take, and what is wrong with it.
    case invalidPathTemplate(String, String)
    case yearOutOfRange(Int64)
    case noSuchDate(CivilDate)
    case pointOutOfRange(latitude: Double, longitude: Double)
    /// What a query constrains has no place in a set or a difference.
    case noEqualityOfConstraints
    /// A value that is larger than rules may make one.
    case resultTooLarge(RuleType, limit: Int)
    /// More work for one request than rules may ask for.
    case tooMuchWork
    /// Values that together take more memory than the rules may ask for.
    case tooMuchMemory
    /// A text that stands for itself, such as those of dates out of range.
    case other(String)
}
