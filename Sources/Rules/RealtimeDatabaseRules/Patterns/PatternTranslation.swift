/// Translates the regular expressions of rules into the dialect of ``RegularExpression``, and refuses what rules do not support.
///
/// Source: https://firebase.google.com/docs/database/security/regex
struct PatternTranslation {
    private let scalars: [Unicode.Scalar]
    private let body: Range<Int>
    var offset: Int
    private var output = ""
    /// Where the open groups begin.
    private var groups: [Int] = []
    /// Whether the branch has anything in it so far, and whether that may be repeated.
    private var hasContent = false
    private var isRepeatable = false

    init(_ scalars: [Unicode.Scalar], _ body: Range<Int>) {
        self.scalars = scalars
        self.body = body
        offset = body.lowerBound
    }

    /// The pattern in the other dialect.
    mutating func translate() throws(ExpressionProblem) -> String {
        while let scalar = peek() { try translate(scalar) }
        if let group = groups.last { throw problem("Unterminated group.", at: group) }
        try requireContent()
        return output
    }

    private mutating func translate(_ scalar: Unicode.Scalar) throws(ExpressionProblem) {
        switch scalar {
        case "^":
            guard offset == body.lowerBound else {
                throw problem("'^' is only allowed at the beginning of a regular expression.")
            }
            emit("\\A")
        case "$":
            guard offset == body.upperBound - 1 else {
                throw problem("'$' is only allowed at the end of a regular expression.")
            }
            try requireContent()
            emit("\\z")
        case "(": try openGroup()
        case ")": try closeGroup()
        case "|":
            try requireContent()
            emit("|")
            hasContent = false
        case "*", "+", "?":
            try requireRepeatable()
            emit(String(scalar))
            skipLaziness()
        case "{":
            try requireRepeatable()
            emit(try bounds())
            skipLaziness()
        case ".": emitOperand("(?s:.)")
        case "[": emitOperand(try set(), length: 0)
        case "\\": emitOperand(try escape(), length: 0)
        case _: emitOperand(PatternTranslation.literal(scalar))
        }
    }

    /// Consumes one character.
    private mutating func emit(_ text: String) {
        output += text
        offset += 1
        isRepeatable = false
    }

    private mutating func emitOperand(_ text: String, length: Int = 1) {
        output += text
        offset += length
        (hasContent, isRepeatable) = (true, true)
    }

    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        offset + distance < body.upperBound ? scalars[offset + distance] : nil
    }

    func problem(_ message: String, at place: Int? = nil) -> ExpressionProblem {
        let place = place ?? offset
        return ExpressionProblem(message, at: place..<place + 1)
    }

    static func literal(_ scalar: Unicode.Scalar) -> String {
        scalar.isASCIILetter || scalar.isDigit
            ? String(scalar) : "\\x{\(String(scalar.value, radix: 16))}"
    }
}

extension PatternTranslation {
    private func requireContent() throws(ExpressionProblem) {
        if !hasContent { throw problem("This part of the regular expression is empty.") }
    }

    private func requireRepeatable() throws(ExpressionProblem) {
        if !isRepeatable { throw problem("There is nothing here to repeat.") }
    }

    /// A lazy repetition matches the same texts as a greedy one.
    private mutating func skipLaziness() {
        if peek() == "?" { offset += 1 }
    }

    private mutating func openGroup() throws(ExpressionProblem) {
        if peek(1) == "?" { throw problem("Groups that begin with '(?' are not supported.") }
        groups.append(offset)
        emit("(?:")
        hasContent = false
    }

    private mutating func closeGroup() throws(ExpressionProblem) {
        if groups.popLast() == nil { throw problem("Unmatched ')'.") }
        try requireContent()
        emitOperand(")")
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`, up to the closing bracket.
    private mutating func bounds() throws(ExpressionProblem) -> String {
        let start = offset
        offset += 1
        let least = digits()
        let hasMost = peek() == ","
        if hasMost { offset += 1 }
        let most = hasMost ? digits() : nil
        guard let least, peek() == "}" else {
            throw problem("Write a repetition as {2}, {2,} or {2,5}.", at: start)
        }
        if let most, most < least { throw problem("The bounds of this repetition are swapped.", at: start) }
        if max(least, most ?? 0) > 1000 { throw problem("A repetition cannot exceed 1000.", at: start) }
        return "{\(least)\(hasMost ? "," : "")\(most.map(String.init) ?? "")}"
    }

    private mutating func digits() -> Int? {
        var value: Int?
        while let digit = peek(), digit.isDigit {
            value = min((value ?? 0) * 10 + Int(digit.value - 0x30), 1_000_000)
            offset += 1
        }
        return value
    }
}
