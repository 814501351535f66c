import FirestoreModel

extension BuiltInMethod {
    /// Methods of strings.
    static let strings: [BuiltInMethod] = [
        text("lower", "The text with its ASCII letters in lower case.") { text in
            text.mappingASCII { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        },
        text("upper", "The text with its ASCII letters in upper case.") { text in
            text.mappingASCII { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
        },
        text("trim", "The text without spaces at its beginning and end.") { $0.trimmingControls },
        BuiltInMethod(
            "matches", "Whether a regular expression matches the whole text.", on: [.string: [[.string]]],
            gives: .bool
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .string(let text) = receiver, let pattern = arguments.onlyString else { return nil }
            return .bool(try RulePattern(pattern, work).matches(whole: text, work))
        },
        BuiltInMethod(
            "replace", "The text with all matches of a regular expression replaced.",
            on: [.string: [[.string, .string]]], gives: .string
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .string(let text) = receiver, arguments.count == 2,
                case .string(let pattern) = arguments[0], case .string(let substitute) = arguments[1]
            else { return nil }
            return .string(try RulePattern(pattern, work).replacing(in: text, with: substitute, work))
        },
        BuiltInMethod(
            "split", "The parts of the text between the matches of a regular expression.",
            on: [.string: [[.string]]],
            gives: .list
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .string(let text) = receiver, let pattern = arguments.onlyString else { return nil }
            let parts = try RulePattern(pattern, work).splitting(text, work)
            return .list(RuleList(parts.map { .string($0) }))
        },
        BuiltInMethod(
            "toUtf8", "The bytes of the text in UTF-8.", on: [.string: [[]]], gives: [.bytes]
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .string(let text) = receiver, arguments.isEmpty else { return nil }
            try work.make(bytes: text.utf8.count, of: .bytes)
            return .bytes(Array(text.utf8))
        },
    ]

    private static func text(
        _ name: String, _ documentation: String, _ change: @escaping @Sendable (String) -> String
    ) -> BuiltInMethod {
        BuiltInMethod(name, documentation, on: [.string: [[]]], gives: .string) {
            receiver, arguments, work throws(EvaluationFailure) in
            guard case .string(let text) = receiver, arguments.isEmpty else { return nil }
            try work.make(bytes: text.utf8.count, of: .string)
            return .string(change(text))
        }
    }
}

extension String {
    /// Maps ASCII characters to others. All other characters stay, even those with a case in Unicode.
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
