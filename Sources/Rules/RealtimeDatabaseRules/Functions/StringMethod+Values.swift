extension StringMethod {
    /// What the method makes of a string and the strings that it takes.
    func apply(_ text: String, _ arguments: [String]) throws(RuleFailure) -> RuleValue {
        switch self {
        case .contains: .boolean(ByteSearch(arguments[0]).first(in: text) != nil)
        case .beginsWith: .boolean(text.utf8.starts(with: arguments[0].utf8))
        case .endsWith: .boolean(text.utf8.reversed().starts(with: arguments[0].utf8.reversed()))
        case .replace: .string(try StringMethod.replacing(arguments[0], in: text, with: arguments[1]))
        case .toLowerCase: .string(text.lowercased())
        case .toUpperCase: .string(text.uppercased())
        case .matches: .boolean(false)
        }
    }

    /// Replaces all occurrences from left to right. Nothing is replaced where nothing is looked for.
    private static func replacing(
        _ part: String, in text: String, with substitute: String
    ) throws(RuleFailure) -> String {
        if part.isEmpty { return text }
        let places = ByteSearch(part).places(in: text)
        if places.isEmpty { return text }
        let growth = substitute.utf8.count - part.utf8.count
        guard text.utf8.count + places.count * growth <= RuleFailure.mostBytes else { throw .resultTooLarge }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var end = 0
        for place in places {
            result += bytes[end..<place]
            result += substitute.utf8
            end = place + part.utf8.count
        }
        result += bytes[end...]
        return String(decoding: result, as: UTF8.self)
    }
}
