extension RegularExpression {
    /// The parts between the matches, as Java's `split` returns them: without empty ones at the end, but at least one.
    ///
    /// - Parameter limit: The maximum number of parts before the last match.
    package func splitting(
        _ text: String, limit: Int = .max, steps: inout Int
    ) throws(MatchFailure) -> [String] {
        var parts: [Substring] = []
        let utf8 = text.utf8
        var last = utf8.startIndex
        var hasMatch = false
        try matches(in: text, slotCount: 2, steps: &steps) { (match) throws(MatchFailure) in
            hasMatch = true
            let (start, end) = (
                utf8.index(utf8.startIndex, offsetBy: match[0]),
                utf8.index(utf8.startIndex, offsetBy: match[1])
            )
            parts.append(text[last..<start])
            last = end
            if parts.count > limit { throw .resultTooLarge }
        }
        guard hasMatch else { return [text] }
        parts.append(text[last...])
        while parts.count > 1, parts[parts.count - 1].isEmpty { parts.removeLast() }
        return parts.map { String($0) }
    }
}
