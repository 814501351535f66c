/// Cuts a rules file into tokens.
package struct Lexer {
    typealias Scalar = Unicode.Scalar

    /// The code points of the source.
    let source: [Scalar]
    /// Code points without a meaning, which the lexer skips.
    package private(set) var diagnostics: [Diagnostic] = []
    private var position = SourcePosition.start
    private var previous = TokenKind.endOfFile

    package init(_ text: String) {
        source = Array(text.unicodeScalars)
    }

    /// All tokens, the end of the file as the last one.
    package mutating func tokens() -> [Token] {
        var tokens: [Token] = []
        while true {
            let token = next()
            tokens.append(token)
            if token.kind == .endOfFile { return tokens }
        }
    }

    package func text(of token: Token) -> String {
        text(token.range.start.offset..<(token.range.endOffset + 1))
    }

    func text(_ offsets: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: source[offsets.clamped(to: source.indices)])
        return String(text)
    }

    private mutating func next() -> Token {
        while true {
            skipBlanks()
            let start = position
            guard start.offset < source.count else {
                return Token(.endOfFile, at: SourceRange(start: start, endOffset: start.offset - 1))
            }
            if let (kind, length) = scan(at: start.offset) {
                advance(to: start.offset + length)
                previous = kind
                return Token(kind, at: SourceRange(start: start, endOffset: start.offset + length - 1))
            }
            advance(to: start.offset + 1)
            let range = SourceRange(start: start, endOffset: start.offset)
            let text = text(start.offset..<(start.offset + 1))
            diagnostics.append(Diagnostic(.error, "token recognition error at: '\(text)'", at: range))
        }
    }

    private mutating func advance(to offset: Int) {
        while position.offset < offset {
            if source[position.offset] == "\n" {
                position.line += 1
                position.column = 1
            } else {
                position.column += 1
            }
            position.offset += 1
        }
    }

    func scalar(at offset: Int) -> Scalar? {
        offset < source.count ? source[offset] : nil
    }

    private mutating func skipBlanks() {
        while let scalar = scalar(at: position.offset) {
            switch scalar {
            case " ", "\t", "\r", "\n":
                advance(to: position.offset + 1)
            case "/" where self.scalar(at: position.offset + 1) == "/":
                var end = position.offset
                while let next = self.scalar(at: end), next != "\n" { end += 1 }
                advance(to: end)
            case "/" where self.scalar(at: position.offset + 1) == "*":
                guard let end = endOfComment(from: position.offset + 2) else { return }
                advance(to: end)
            default:
                return
            }
        }
    }

    private func endOfComment(from offset: Int) -> Int? {
        var end = offset
        while end + 1 < source.count {
            if source[end] == "*", source[end + 1] == "/" { return end + 2 }
            end += 1
        }
        return nil
    }

    /// The kind and length of the token that begins here.
    private func scan(at offset: Int) -> (TokenKind, Int)? {
        if previous == .service, let length = serviceName(at: offset) { return (.serviceName, length) }
        if let literal = literal(at: offset) { return literal }
        let first = source[offset]
        if first.beginsName, !(first == "$" && scalar(at: offset + 1) == "(") {
            var end = offset + 1
            while let next = scalar(at: end), next.continuesName { end += 1 }
            return (TokenKind(word: text(offset..<end)), end - offset)
        }
        if first == "/" { return slash(at: offset) }
        return punctuation(first, scalar(at: offset + 1))
    }

    private func serviceName(at offset: Int) -> Int? {
        guard source[offset].beginsName else { return nil }
        var end = offset + 1
        while let next = scalar(at: end), next.continuesName || next == "." { end += 1 }
        return end - offset
    }

    /// A slash with a segment right after it, or a slash alone.
    private func slash(at offset: Int) -> (TokenKind, Int) {
        let fixed = "(default)".unicodeScalars
        if source[(offset + 1)...].starts(with: fixed) { return (.pathSegment, 1 + fixed.count) }
        var end = offset + 1
        while let next = scalar(at: end) {
            if next.isSegment {
                end += 1
            } else if next == "%", isHex(end + 1), isHex(end + 2) {
                end += 3
            } else {
                break
            }
        }
        return end > offset + 1 ? (.pathSegment, end - offset) : (.slash, 1)
    }

    func isHex(_ offset: Int) -> Bool {
        scalar(at: offset)?.properties.isASCIIHexDigit ?? false
    }

    private func punctuation(_ first: Scalar, _ second: Scalar?) -> (TokenKind, Int)? {
        switch (first, second) {
        case ("&", "&"): (.and, 2)
        case ("|", "|"): (.or, 2)
        case ("=", "="): (.equal, 2)
        case ("!", "="): (.notEqual, 2)
        case ("<", "="): (.lessOrEqual, 2)
        case (">", "="): (.greaterOrEqual, 2)
        case ("+", "+"): (.increment, 2)
        case ("-", "-"): (.decrement, 2)
        case ("*", "*"): (.glob, 2)
        default: TokenKind(punctuation: first).map { ($0, 1) }
        }
    }
}

extension TokenKind {
    init(word: String) {
        self = Self.words[word] ?? .identifier
    }

    private static let words: [String: TokenKind] = {
        var words: [String: TokenKind] = [
            "allow": .allow, "false": .false, "function": .function, "if": .if, "import": .import, "in": .in,
            "is": .is, "let": .let, "match": .match, "null": .null, "return": .return,
            "rules_version": .rulesVersion, "service": .service, "true": .true,
        ]
        for word in [
            "arguments", "break", "case", "continue", "default", "deny", "do", "each", "else", "extends",
            "for",
            "goto", "not", "package", "switch", "then", "var", "while",
        ] { words[word] = .reserved }
        return words
    }()

    init?(punctuation: Unicode.Scalar) {
        switch punctuation {
        case "=": self = .assign
        case ":": self = .colon
        case ",": self = .comma
        case "$": self = .dollar
        case ".": self = .dot
        case ">": self = .greater
        case "{": self = .leftBrace
        case "[": self = .leftBracket
        case "(": self = .leftParenthesis
        case "<": self = .less
        case "-": self = .minus
        case "%": self = .percent
        case "!": self = .not
        case "+": self = .plus
        case "}": self = .rightBrace
        case "]": self = .rightBracket
        case ")": self = .rightParenthesis
        case ";": self = .semicolon
        case "*": self = .star
        case "?": self = .question
        default: return nil
        }
    }
}

extension Unicode.Scalar {
    var isDigit: Bool { ("0"..."9").contains(self) }
    var beginsName: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "$"
    }
    var continuesName: Bool { beginsName || isDigit }

    fileprivate var isSegment: Bool {
        if ("a"..."z").contains(self) || ("A"..."Z").contains(self) || isDigit { return true }
        switch self {
        case "&", "'", "*", "+", "-", ".", ":", "@", "_", "~": return true
        default: return false
        }
    }
}
