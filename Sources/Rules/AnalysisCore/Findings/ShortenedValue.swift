package import JSONText

extension JSON {
    /// The value with long texts and lists cut, for a line that people read.
    package var shortened: JSON {
        switch self {
        case .null, .boolean, .number: self
        case .string(let text):
            text.count > 120 ? .string("\(text.prefix(20))… (\(text.count) characters)") : self
        case .array(let elements):
            elements.count > 20
                ? .array(
                    elements.prefix(3).map(\.shortened) + [.string("… (\(elements.count) elements)")])
                : .array(elements.map(\.shortened))
        case .object(let members):
            .object(members.map { JSON.Member($0.name, $0.value.shortened) })
        }
    }
}
