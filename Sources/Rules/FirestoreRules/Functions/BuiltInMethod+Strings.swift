import FirestoreModel

extension BuiltInMethod {
    func call(
        on text: String, _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .matches:
            guard let pattern = arguments.onlyString else { return nil }
            return .bool(try RulePattern(pattern, work).matches(whole: text, work))
        case .replace:
            guard arguments.count == 2, case .string(let pattern) = arguments[0],
                case .string(let substitute) = arguments[1]
            else { return nil }
            return .string(try RulePattern(pattern, work).replacing(in: text, with: substitute, work))
        case .split:
            guard let pattern = arguments.onlyString else { return nil }
            let parts = try RulePattern(pattern, work).splitting(text, work)
            return .list(RuleList(parts.map { .string($0) }))
        default: return arguments.isEmpty ? try call(on: text, work) : nil
        }
    }

    private func call(on text: String, _ work: WorkMeter) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .size:
            try work.charge(bytes: text.utf8.count)
            return .int(Int64(text.utf16.count))
        case .lower, .upper, .trim, .toUtf8:
            try work.make(bytes: text.utf8.count, of: self == .toUtf8 ? .bytes : .string)
        default: return nil
        }
        return switch self {
        case .lower: .string(text.mappingASCII { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        case .upper: .string(text.mappingASCII { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 })
        case .trim: .string(text.trimmingControls)
        default: .bytes(Array(text.utf8))
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
