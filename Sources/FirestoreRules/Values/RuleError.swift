/// What went wrong in an expression: facts, of which ``message`` makes Google's text.
package enum RuleError: Error, Sendable {
    case nullValue
    case undefinedProperty(String)
    /// `Type error. Received: [int] Expected: [map,path].`
    case type(received: RuleType, expected: [RuleType])
    /// `Unsupported operation error. Received: RECEIVED. Expected: EXPECTED.` Both as they are printed.
    case unsupported(received: String, expected: String)
    /// An operation that a value or package does not have, such as `foo`, `math.foo`, `[]` or `@range`.
    case functionNotFound(String)
    case argumentCount(received: Int, expected: String)
    case indexOutOfBounds(index: Int64, size: Int)
    case illegalRange(from: Int64, to: Int64)
    case divideByZero
    case integerOutOfRange
    case conversion(argument: String, from: RuleType, to: RuleType)
    case invalidPattern(String)
    /// A get() or its like that could not be carried out; the argument as text proto.
    case serviceCall(function: String, argument: String)
    case unboundVariable(String)
    case unknownTemplateVariables([String])
    /// A text that stands for itself, such as those of dates out of range.
    case other(String)
}
