/// A value in a Realtime Database: what JSON can hold.
///
/// Written as a literal: `["text": "hello", "likes": 3, "sent": ServerValue.timestamp()]`. Numbers are doubles, as in
/// JavaScript. Null, an empty array and an empty object are nothing: writing one of them removes what is there. A list
/// is stored as an object with the keys 0, 1, 2 and so on, and is returned as a list if at least half of the places are
/// taken.
public indirect enum DatabaseValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case boolean(Bool)
    /// A number, which must be finite to be written.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([DatabaseValue])
    /// Children by key.
    case object(Children)
}

extension DatabaseValue {
    /// Children by key, from a dictionary.
    public static func object(_ children: [String: DatabaseValue]) -> DatabaseValue {
        .object(Children(children))
    }

    /// Whether this is nothing.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The boolean; nil for another value.
    public var bool: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The number; nil for another value.
    public var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number, if it is a whole one that an Int holds; nil for another value.
    public var int: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The text; nil for another value.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of a list; nil for another value.
    public var array: [DatabaseValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The children by key, those of a list by their places; nil for a value without children.
    public var object: Children? {
        switch self {
        case .object(let children): children
        case .array(let elements):
            Children(
                elements.enumerated().lazy
                    .filter { !$0.element.isNull }.map { (String($0.offset), $0.element) })
        case .null, .boolean, .number, .string: nil
        }
    }

    /// The child of a key, or null. Setting a child makes an object of any other value; setting null removes the child.
    public subscript(key: String) -> DatabaseValue {
        get {
            switch self {
            case .object(let children): children[key] ?? .null
            case .array: object?[key] ?? .null
            case .null, .boolean, .number, .string: .null
            }
        }
        set {
            if newValue.isNull, object == nil { return }
            var children = object ?? [:]
            children[key] = newValue.isNull ? DatabaseValue?.none : newValue
            self = children.isEmpty ? .null : .object(children)
        }
    }
}
