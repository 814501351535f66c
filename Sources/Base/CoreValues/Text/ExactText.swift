/// Text that is compared, ordered and hashed by its UTF-8 bytes, as both databases do.
///
/// `String` follows Unicode canonical equivalence: to it, "é" as one scalar and "é" as a letter with an accent are the same text.
/// To Firestore and the Realtime Database they are two fields, two documents, two users. So ids and names are never compared as
/// `String`: they are types that conform to this protocol, which needs no more than the text itself.
///
///     struct ChannelID: ExactText {
///         let string: String
///         init(_ string: String) { self.string = string }
///     }
public protocol ExactText:
    Hashable, Comparable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible
where StringLiteralType == String {
    /// The text as a `String`.
    var string: String { get }

    /// Takes a text unchanged.
    init(_ string: String)
}

extension ExactText {
    /// Creates the value of a literal.
    @inlinable
    public init(stringLiteral value: String) { self.init(value) }

    /// The text itself.
    @inlinable
    public var description: String { string }

    /// Whether both are the same bytes.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.string.hasSameUTF8(as: right.string) }

    /// Orders by bytes, which is also the order of Unicode scalars.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.string.precedesInUTF8(right.string) }

    /// Hashes the bytes.
    @inlinable
    public func hash(into hasher: inout Hasher) { string.hashUTF8(into: &hasher) }
}

extension ExactText where Self: Codable {
    /// Reads a single string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}
