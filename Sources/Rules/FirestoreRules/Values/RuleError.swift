package import FirestoreModel

/// The error of an expression. ``message`` is its text in Google's words.
package enum RuleError: Error, Sendable {
    case nullValue
    case undefinedProperty(String)
    /// A value of the wrong type.
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
    /// An operation with operands that it does not take, as printed.
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
    /// A group in the replacement that the pattern does not have.
    case noSuchGroup(String)
    /// A failed call of a function that reads documents, with the argument as text proto.
    case serviceCall(function: String, argument: String)
    /// A variable that has no value.
    case variableRead(String)
    case unboundVariable(String)
    case unknownTemplateVariables([String])
    case duplicateTemplateVariable(String)
    case variableAlreadyBound(String)
    /// A variable of a path that was bound to an empty text.
    case emptyBinding(String)
    case emptyPathTemplate
    /// A text that `path()` does not take, and what is wrong with it.
    case invalidPathTemplate(String, String)
    case yearOutOfRange(Int64)
    case noSuchDate(CivilDate)
    case pointOutOfRange(latitude: Double, longitude: Double)
    /// A constraint of a query in a set or a difference.
    case noEqualityOfConstraints
    /// A value that exceeds the maximum size.
    case resultTooLarge(RuleType, limit: Int)
    /// The rules exceed the work for one request.
    case tooMuchWork
    /// The values exceed the memory for one request.
    case tooMuchMemory
    /// Another message, such as for dates out of range.
    case other(String)
}
