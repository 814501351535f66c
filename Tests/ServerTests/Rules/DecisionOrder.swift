import JSONText

/// What comes in no order when Google's emulator decides on several documents at once: the listed difference `second-asks`.
///
/// Without stored documents it looks at one after the other. Where that does not settle the matter, it looks at all of them with
/// their stored documents, in the order of a hash table, until one is denied: how far it gets with the others is a matter of luck.
enum DecisionOrder {
    /// Whether two denials say the same about the documents without what is stored, and so differ only afterwards.
    ///
    /// - Parameter documents: How many documents the request is about.
    static func areAlikeAtFirst(_ one: String, _ other: String, documents: Int) -> Bool {
        let ones = entries(one).map(withoutBeginning)
        let others = entries(other).map(withoutBeginning)
        // Each document is reported at least once before any is for the second time.
        return zip(ones, others).prefix { $0 == $1 }.count >= documents
            && min(ones.count, others.count) > documents
    }

    /// The text of a denial without what is a matter of luck: without what follows the last `evaluation error`, after which
    /// nothing is looked at without documents any more, and without what is said twice.
    static func settled(_ text: String) -> String {
        var entries = entries(text)
        let end = entries.last?.endIndex ?? text.startIndex
        if let last = entries.lastIndex(where: { $0.contains("evaluation error at L") }) {
            entries = Array(entries.prefix(through: last))
        }
        var seen: Set<Substring> = []
        entries = entries.filter { seen.insert(withoutBeginning($0)).inserted }
        return entries.joined() + text[end...]
    }

    private static func entries(_ text: String) -> [Substring] {
        var start = text.startIndex
        return text.matches(of: /for '\w+' @ L\d+/).map { match in
            defer { start = match.range.upperBound }
            return text[start..<match.range.upperBound]
        }
    }

    /// An entry without the comma before it or, for the first, without the line feed before it, which JSON has escaped.
    private static func withoutBeginning(_ entry: Substring) -> Substring {
        if entry.hasPrefix(", ") { return entry.dropFirst(2) }
        let beginning = entry.firstRange(of: "\\n") ?? entry.firstRange(of: "\n")
        return beginning.map { entry[$0.upperBound...] } ?? entry
    }
}

extension ExchangeRequest {
    /// True when rules are to decide on several documents.
    var isAboutSeveral: Bool { documentCount > 1 }

    /// How many documents a commit or a batchGet is about.
    var documentCount: Int {
        guard case .json(let body) = body else { return 0 }
        return max((body["writes"]?.array ?? []).count, (body["documents"]?.array ?? []).count)
    }
}
