import JSONText

extension JSON {
    /// Whether an increment is somewhere inside: what is written then depends on what is there, and writing it twice is not writing it
    /// once.
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
