import FirestoreModel

extension BuiltInMethod {
    func call(on text: String, _ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .matches:
            guard let pattern = arguments.onlyString else { return nil }
            return .bool(try RulePattern(pattern).matches(whole: text))
        case .replace:
            guard arguments.count == 2, case .string(let pattern) = arguments[0],
                case .string(let substitute) = arguments[1]
            else { return nil }
            return .string(try RulePattern(pattern).replacing(in: text, with: substitute))
        case .split:
            guard let pattern = arguments.onlyString else { return nil }
            let parts = try RulePattern(pattern).splitting(text)
            try ResultLimits.check(elements: parts.count, of: .list)
            return .list(RuleList(parts.map { .string($0) }))
        default: return arguments.isEmpty ? call(on: text) : nil
        }
    }

    private func call(on text: String) -> RuleValue? {
        switch self {
        case .size: .int(Int64(text.utf16.count))
        case .lower: .string(text.mappingASCII { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        case .upper: .string(text.mappingASCII { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 })
        case .trim: .string(text.trimmingControls)
        case .toUtf8: .bytes(Array(text.utf8))
        default: nil
        }
    }
}

extension String {
    /// Changes ASCII characters to others; all other characters stay, also where Unicode knows a change for them.
    fileprivate func mappingASCII(_ change: (UInt8) -> UInt8) -> String {
        guard utf8.contains(where: { change($0) != $0 }) else { return self }
        return String(decoding: utf8.map(change), as: UTF8.self)
    }

    /// The text without the characters up to U+0020 at its ends, as Java's `trim` cuts them off.
    var trimmingControls: String {
        guard let start = utf8.firstIndex(where: { $0 > 0x20 }),
            let last = utf8.lastIndex(where: { $0 > 0x20 })
        else { return "" }
        return String(self[start..<utf8.index(after: last)])
    }
}
