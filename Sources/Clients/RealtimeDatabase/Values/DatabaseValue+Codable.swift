extension DatabaseValue: Codable {
    /// Decodes any value, so that a type can leave open what a part of it holds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([DatabaseValue].self) {
            self = .array(elements)
        } else {
            self = .object(Children(try container.decode([String: DatabaseValue].self)))
        }
    }

    /// Encodes the value as what it holds.
    ///
    /// Swift's coders compare keys as text: of two keys that differ only in their normal form, one is kept.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let children):
            try container.encode(Dictionary(children.map { ($0.key, $0.value) }) { $1 })
        }
    }
}
