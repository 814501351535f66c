import JSONText

extension JSON {
    /// Whether it contains an increment: then the result depends on the present data, and the write is not
    /// idempotent.
    package var hasIncrement: Bool {
        switch self {
        case .null, .boolean, .number, .string: return false
        case .array(let elements): return elements.contains(where: \.hasIncrement)
        case .object(let members):
            if let value = members[".sv"], value["increment"] != nil { return true }
            return members.contains { $0.value.hasIncrement }
        }
    }
}
