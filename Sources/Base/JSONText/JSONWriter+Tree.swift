extension JSONWriter {
    /// Writes a tree.
    package mutating func tree(_ json: JSON) {
        switch json {
        case .null: null()
        case .boolean(let value): boolean(value)
        case .number(let digits): raw(digits)
        case .string(let text): string(text)
        case .array(let elements): array(elements) { $0.tree($1) }
        case .object(let members):
            object { writer in
                for member in members { writer.member(member.name) { $0.tree(member.value) } }
            }
        }
    }
}

extension JSON {
    /// The tree as text, on one line.
    package var compactText: String {
        var writer = JSONWriter(.compact)
        writer.tree(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
