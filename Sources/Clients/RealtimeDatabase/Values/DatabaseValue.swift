/// A value in a Realtime Database: what JSON can hold.
///
/// Written as a literal: `["text": "hello", "likes": 3, "sent": ServerValue.timestamp()]`. Numbers are doubles, as in
/// JavaScript. Null, an empty array and an empty object are nothing: what is written as one of them is removed. A list
/// is kept as an object with the keys 0, 1, 2 and so on, and comes back as a list where at least half of the places are
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
    case object([String: DatabaseValue])
}

extension DatabaseValue {
    /// Whether this is nothing.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The truth value; nil for another value.
    public var bool: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The number; nil for another value.
    public var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number, where it is a whole one that an Int holds; nil for another value.
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
    public var object: [String: DatabaseValue]? {
        switch self {
        case .object(let children): children
        case .array(let elements):
            Dictionary(
                uniqueKeysWithValues: elements.enumerated().lazy
                    .filter { !$0.element.isNull }.map { (String($0.offset), $0.element) })
        case .null, .boolean, .number, .string: nil
        }
    }

    /// The child of a key: null where there is none. Setting a child makes an object of any other value; setting null
    /// removes it.
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
            if newValue.isNull { children.removeValue(forKey: key) } else { children[key] = newValue }
            self = children.isEmpty ? .null : .object(children)
        }
    }
}
