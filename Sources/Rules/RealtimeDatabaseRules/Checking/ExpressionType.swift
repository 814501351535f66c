/// The type of an expression, as far as the source tells.
enum ExpressionType: String, Sendable {
    case null, boolean, number, string
    /// The value of `val()`: null, a boolean, a number, a string, or data with children.
    case value
    /// A part of a token.
    case claim
    case snapshot, query, pattern, list

    /// Whether it is known only at run time.
    var isOpen: Bool { self == .value || self == .claim }

    /// Whether it may be a string.
    var mayBeString: Bool { self == .string || isOpen }

    /// Whether it may be a number.
    var mayBeNumber: Bool { self == .number || isOpen }

    /// Whether `==` takes it.
    var hasEquality: Bool {
        switch self {
        case .null, .boolean, .number, .string, .value, .claim: true
        case .snapshot, .query, .pattern, .list: false
        }
    }

    /// For messages.
    var name: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .value: "a value"
        case .claim: "a part of auth"
        case .snapshot: "a snapshot"
        case .query: "the query"
        case .pattern: "a regular expression"
        case .list: "a list"
        }
    }
}
