import RulesCore

/// The difference between two texts that differ in one place.
struct UnifiedDiff {
    private static let context = 3

    /// The first line that differs, from 1.
    let line: Int
    /// The removed and the added lines, without the blanks around them.
    let removed: [String]
    let added: [String]
    let text: String

    init(from file: SourceFile, to content: String) {
        let old = file.content.sourceLines
        let new = content.sourceLines
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let removedLines = old[prefix..<old.count - suffix]
        let addedLines = new[prefix..<new.count - suffix]
        line = prefix + 1
        removed = removedLines.map(\.trimmedBlanks)
        added = addedLines.map(\.trimmedBlanks)
        let first = max(0, prefix - UnifiedDiff.context)
        let before = old[first..<prefix]
        let after = old[(old.count - suffix)..<min(old.count, old.count - suffix + UnifiedDiff.context)]
        let counts = (
            before.count + removedLines.count + after.count, before.count + addedLines.count + after.count
        )
        var lines = [
            "--- \(file.name)", "+++ \(file.name)",
            "@@ -\(first + 1),\(counts.0) +\(first + 1),\(counts.1) @@",
        ]
        lines += before.map { " \($0)" } + removedLines.map { "-\($0)" } + addedLines.map { "+\($0)" }
        lines += after.map { " \($0)" }
        text = lines.joined(separator: "\n")
    }
}

extension Substring {
    fileprivate var trimmedBlanks: String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
