/// A value of the file's JSON with its place.
struct SourceValue: Sendable {
    indirect enum Kind: Sendable {
        case object([Member])
        case array([SourceValue])
        case string(SourceString)
        /// Its value does not matter: no rule is a number.
        case number
        case boolean(Bool)
        case null
    }

    /// A member of an object.
    struct Member: Sendable {
        let name: String
        /// The offsets of the name, quotes included.
        let place: Range<Int>
        let value: SourceValue
    }

    let kind: Kind
    /// The offsets of the value.
    let place: Range<Int>

    /// Its type, for messages.
    var typeName: String {
        switch kind {
        case .object: "an object"
        case .array: "a list"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "a boolean"
        case .null: "null"
        }
    }
}
