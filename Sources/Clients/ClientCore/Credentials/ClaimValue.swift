package import JSONText

/// A value in the claims of a token: any JSON value.
///
/// Written as a literal: `["role": "moderator", "level": 3, "rooms": ["a", "b"]]`.
public indirect enum ClaimValue: Hashable, Sendable {
    /// JSON's null.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// Another number. NaN and the infinities become null, because JSON lacks them.
    case double(Double)
    /// A string.
    case string(String)
    /// A list.
    case array([ClaimValue])
    /// Names and values, written in the order of the names.
    case object([String: ClaimValue])

    /// Reads a value from JSON. Numbers that are not 64-bit integers become doubles.
    package init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .number(let digits): self = Int64(digits).map { .integer($0) } ?? .double(Double(digits) ?? .nan)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { ClaimValue($0) })
        case .object(let members):
            self = .object(
                Dictionary(members.map { ($0.name, ClaimValue($0.value)) }) { _, last in last })
        }
    }

    var json: JSON {
        switch self {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .number(String(number))
        case .double(let number): number.isFinite ? .number(number.description) : .null
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })
        }
    }
}

extension ClaimValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a list.
    public init(arrayLiteral elements: ClaimValue...) { self = .array(elements) }
    /// Creates an object. Of members with the same name, the last one counts.
    public init(dictionaryLiteral elements: (String, ClaimValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
