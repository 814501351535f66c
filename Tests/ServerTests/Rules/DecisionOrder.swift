import FirestoreREST

/// What is not the same each time when Google's emulator decides on several documents at once.
///
/// Without stored documents it looks at one after the other. Where that does not settle the matter, it looks at all of them with
/// their stored documents, at the same time, until one is denied: how far it gets with the others is a matter of luck.
enum DecisionOrder {
    /// The text of a denial without what is a matter of luck: without what follows the last `evaluation error`, after which
    /// nothing is looked at without documents any more, and without what is said twice.
    static func settled(_ text: String) -> String {
        var entries: [Substring] = []
        var start = text.startIndex
        for end in text.matches(of: /for '\w+' @ L\d+/).map(\.range.upperBound) {
            entries.append(text[start..<end])
            start = end
        }
        if let last = entries.lastIndex(where: { $0.contains("evaluation error at L") }) {
            entries = Array(entries.prefix(through: last))
        }
        var seen: Set<Substring> = []
        entries = entries.filter { seen.insert(withoutBeginning($0)).inserted }
        return entries.joined() + text[start...]
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
    var isAboutSeveral: Bool {
        guard case .json(let body) = body else { return false }
        return (body["writes"]?.array ?? []).count > 1 || (body["documents"]?.array ?? []).count > 1
    }
}
