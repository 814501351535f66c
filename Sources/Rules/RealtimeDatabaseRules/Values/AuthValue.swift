import CoreValues
package import JSONText
package import RealtimeDatabaseModel

/// The variable `auth`, or a part of it: the signed-in user as rules see it.
package indirect enum AuthValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([AuthValue])
    /// By name; names are compared byte by byte.
    case map([DataKey: AuthValue])

    /// A value from JSON, such as the claims of a token.
    package init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let digits): self = .number(Double(digits) ?? .nan)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements.map { AuthValue($0) })
        case .object(let members):
            self = .map(
                Dictionary(members.map { (DataKey($0.name), AuthValue($0.value)) }) { _, last in last })
        }
    }

    /// The value as JSON.
    package var tree: JSON {
        switch self {
        case .null: .null
        case .boolean(let boolean): .boolean(boolean)
        case .number(let number): .number(DataNode.text(number))
        case .string(let text): .string(text)
        case .list(let elements): .array(elements.map(\.tree))
        case .map(let members):
            .object(members.sorted { $0.key < $1.key }.map { JSON.Member($0.key.string, $0.value.tree) })
        }
    }

    /// A signed-in user.
    ///
    /// - Parameters:
    ///   - uid: The user's id.
    ///   - provider: How the user signed in, such as `password`, `anonymous` or `custom`.
    ///   - token: The claims of the ID token.
    package init(uid: String, provider: String, token: AuthValue) {
        self = .map(["uid": .string(uid), "provider": .string(provider), "token": token])
    }

    /// The user's id; nil if there is none.
    package var uid: String? {
        if case .string(let uid) = self["uid"] { uid } else { nil }
    }

    /// A part of a map; null if there is none, or if this is not a map.
    package subscript(name: DataKey) -> AuthValue {
        if case .map(let members) = self { members[name] ?? .null } else { .null }
    }

    package static func == (left: AuthValue, right: AuthValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
        case (.list(let a), .list(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        case (_, _): false
        }
    }
}
