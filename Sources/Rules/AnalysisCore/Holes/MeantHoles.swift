package import RulesCore

/// The holes that a rules file says are meant, in comments: `// receipts:allow KIND, KIND: a reason`, at the end of the line of the finding,
/// or on a line of its own above it.
package struct MeantHoles: Sendable, Equatable {
    /// A kind of hole that is meant at a line.
    package struct Mark: Sendable, Hashable {
        package let kind: HoleKind
        /// The line of the finding, from 1.
        package let line: Int
    }

    /// What cannot be understood in a comment.
    package struct Mistake: Sendable, Equatable {
        /// The line of the comment, from 1.
        package let line: Int
        package let message: String
    }

    private static let word = "receipts:allow"

    package private(set) var marks: [Mark] = []
    package private(set) var mistakes: [Mistake] = []

    /// Reads the comments of a file.
    package init(_ source: SourceFile) {
        let lines = source.content.utf8.split(separator: 10, omittingEmptySubsequences: false)
        var above: [HoleKind] = []
        for (index, bytes) in lines.enumerated() {
            let line = Substring(bytes)
            let kinds = kinds(in: line, number: index + 1)
            let code = line.drop(while: \.isWhitespace)
            if code.hasPrefix("//") {
                above += kinds
            } else if !code.isEmpty {
                marks += (above + kinds).map { Mark(kind: $0, line: index + 1) }
                above = []
            }
        }
        marks += above.map { Mark(kind: $0, line: lines.count) }
    }

    /// Whether a hole is meant.
    package func contains<Scenario>(_ hole: FoundHole<Scenario>) -> Bool {
        mark(of: hole).map(marks.contains) ?? false
    }

    /// The marks of holes that were not found, apart from those that only a solver finds.
    package func unused<Scenario>(by holes: [FoundHole<Scenario>]) -> [Mark] {
        let found = Set(holes.compactMap(mark(of:)))
        return marks.filter { !$0.kind.isProven && !found.contains($0) }
    }

    private func mark<Scenario>(of hole: FoundHole<Scenario>) -> Mark? {
        hole.range.map { Mark(kind: hole.kind, line: $0.start.line) }
    }

    private mutating func kinds(in line: Substring, number: Int) -> [HoleKind] {
        guard let word = line.firstRange(of: MeantHoles.word),
            line[..<word.lowerBound].reversed().drop(while: \.isWhitespace).starts(with: "//")
        else { return [] }
        let names = line[word.upperBound...].prefix { $0 != ":" }.split { $0 == "," || $0.isWhitespace }
        if names.isEmpty { mistakes.append(Mistake(line: number, message: "names no kind of hole")) }
        return names.compactMap { name in
            if let kind = HoleKind(rawValue: String(name)) { return kind }
            mistakes.append(Mistake(line: number, message: "unknown kind of hole: \(name)"))
            return nil
        }
    }
}
