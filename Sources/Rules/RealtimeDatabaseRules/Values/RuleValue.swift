import CoreValues
package import RealtimeDatabaseModel

/// The value of an expression.
package enum RuleValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    /// The value of `val()` where there are children. It can only be compared.
    case data(DataNode)
    /// A list or map in `auth`.
    case claims(AuthValue)
    case snapshot(DataSnapshot)
    case query(QueryFacts)

    /// A part of a token.
    init(_ claim: AuthValue) {
        switch claim {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .list, .map: self = .claims(claim)
        }
    }

    /// The value of `val()`.
    init(_ node: DataNode) {
        switch node {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .object: self = .data(node)
        case .prioritized(let node, _): self = RuleValue(node)
        }
    }

    /// Compares as `==` and `===` do: values of different types are never the same.
    func isSame(as other: RuleValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
        case (.data(let a), .data(let b)): a == b
        case (.claims(let a), .claims(let b)): a == b
        case (_, _): false
        }
    }

    /// For messages.
    var typeName: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .data: "data with children"
        case .claims(.list): "a list"
        case .claims: "a map"
        case .snapshot: "a snapshot"
        case .query: "the query"
        }
    }
}
