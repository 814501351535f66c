/// Reads patterns of the RE2 dialect, as RE2/J does with its flags for Perl's syntax.
///
/// Source: <https://github.com/google/re2/wiki/Syntax>, and the answers of Google's emulator for several hundred patterns.
///
/// Each parsing method begins at the scalar that made its caller choose it, and leaves ``position`` after what it has read.
struct PatternParser {
    /// Flags that apply from where they are set to the end of the group.
    struct Flags {
        var ignoresCase = false
        /// `^` and `$` match at lines, not only at the ends of the text.
        var isMultiline = false
        var dotMatchesLineFeed = false
        /// Repetitions prefer less, and with a question mark more.
        var isUngreedy = false
    }

    static let deepestNesting = 200

    let scalars: [Unicode.Scalar]
    var position = 0
    var flags = Flags()
    var groupCount = 0
    var names: [String: Int] = [:]
    private var depth = 0

    init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    /// Reads the whole pattern.
    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try alternation()
        guard isAtEnd else { throw .unexpectedParenthesis }
        return node
    }

    var isAtEnd: Bool { position == scalars.count }

    func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        position + offset < scalars.count ? scalars[position + offset] : nil
    }

    mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek() else { return nil }
        position += 1
        return scalar
    }

    mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }
}

extension PatternParser {
    /// Reads up to the end of the group or of the pattern.
    mutating func alternation() throws(PatternError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        if depth > PatternParser.deepestNesting { throw .tooLarge }
        var branches = [try concatenation()]
        while skip("|") { branches.append(try concatenation()) }
        return branches.count == 1 ? branches[0] : .alternation(branches)
    }

    private mutating func concatenation() throws(PatternError) -> PatternNode {
        var items: [PatternNode] = []
        var followsRepetition = false
        while let scalar = peek(), scalar != "|", scalar != ")" {
            if let bounds = try repetitionBounds() {
                if followsRepetition { throw .nestedRepetition }
                guard let operand = items.popLast() else { throw .missingOperand }
                let isGreedy = skip("?") == flags.isUngreedy
                items.append(
                    .repetition(
                        operand,
                        PatternRepetition(least: bounds.least, most: bounds.most, isGreedy: isGreedy)))
                followsRepetition = true
            } else {
                items += try atoms()
                followsRepetition = false
            }
        }
        switch items.count {
        case 0: return .empty
        case 1: return items[0]
        default: return .concatenation(items)
        }
    }

    /// Reads one item that may be repeated; none for flags, several for a quotation.
    private mutating func atoms() throws(PatternError) -> [PatternNode] {
        switch peek() {
        case "(": return try group().map { [$0] } ?? []
        case "[": return [.set(try bracketExpression())]
        case "\\": return try escape()
        default: break
        }
        switch next() {
        case ".": return [.set(flags.dotMatchesLineFeed ? .all : .allButLineFeed)]
        case "^": return [.assertion(flags.isMultiline ? .beginLine : .beginText)]
        case "$": return [.assertion(flags.isMultiline ? .endLine : .endText)]
        case let scalar?: return [literal(scalar)]
        case nil: return []
        }
    }

    func literal(_ scalar: Unicode.Scalar) -> PatternNode {
        guard flags.ignoresCase else { return .scalar(scalar.value) }
        let set = ScalarSet(scalars: [scalar]).ignoringCase
        return set.ranges == [scalar.value...scalar.value] ? .scalar(scalar.value) : .set(set)
    }
}
