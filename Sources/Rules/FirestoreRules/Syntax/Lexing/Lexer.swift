/// Splits a rules file into tokens.
package struct Lexer {
    typealias Scalar = Unicode.Scalar

    /// The code points of the source.
    let source: [Scalar]
    /// Characters that cannot begin a token; the lexer skips them.
    package private(set) var diagnostics: [Diagnostic] = []
    private var position = SourcePosition.start
    /// Whether the name of a service is next, which has rules of its own.
    private var expectsServiceName = false
    /// The first unterminated comment. All comments after it are unterminated too.
    private(set) var openComment: SourcePosition?

    package init(_ text: String) {
        source = Array(text.unicodeScalars)
    }

    /// All tokens; the last is the end of the file.
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

    /// Text with its line breaks and tabs as escapes, as messages show it.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private mutating func next() -> Token {
        while true {
            skipBlanks()
            let start = position
            guard start.offset < source.count else {
                return Token(.endOfFile, at: SourceRange(start: start, endOffset: start.offset - 1))
            }
            if let (kind, length) = expectsServiceName
                ? serviceName(at: start.offset) : scan(at: start.offset)
            {
                advance(to: start.offset + length)
                expectsServiceName = kind == .service
                return Token(kind, at: SourceRange(start: start, endOffset: start.offset + length - 1))
            }
            skipUnrecognized()
        }
    }

    /// As in Google's lexer, the place of half an operator is that of the next character.
    private mutating func skipUnrecognized() {
        let character = source[position.offset]
        let isHalf = !expectsServiceName && (character == "&" || character == "|")
        if isHalf { advance(to: position.offset + 1) }
        let range = SourceRange(start: position, endOffset: position.offset)
        diagnostics.append(Diagnostic(.error, Self.message(unknown: character, isHalf: isHalf), at: range))
        advance(to: min(position.offset + 1, source.count))
    }

    private static func message(unknown character: Scalar, isHalf: Bool) -> String {
        let message = "Unexpected character '\(escaped(String(character)))'."
        if isHalf { return message + " Did you mean '\(character)\(character)'?" }
        return "‘’“”".unicodeScalars.contains(character)
            ? message + " Strings have straight quotes." : message
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
            case " ", "\t", "\r", "\n", "\u{C}":
                advance(to: position.offset + 1)
            case "/" where expectsServiceName:
                return
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

    private mutating func endOfComment(from offset: Int) -> Int? {
        if openComment != nil { return nil }
        var end = offset
        while end + 1 < source.count {
            if source[end] == "*", source[end + 1] == "/" { return end + 2 }
            end += 1
        }
        openComment = position
        return nil
    }

    /// The kind and length of the token that begins here.
    private func scan(at offset: Int) -> (TokenKind, Int)? {
        if let literal = literal(at: offset) { return literal }
        let first = source[offset]
        if first.beginsName {
            var end = offset + 1
            while let next = scalar(at: end), next.continuesName { end += 1 }
            if first == "$", end == offset + 1 { return (.dollar, 1) }
            return (TokenKind(word: text(offset..<end)) ?? .identifier, end - offset)
        }
        if first == "/" { return slash(at: offset) }
        return punctuation(first, scalar(at: offset + 1))
    }

    private func serviceName(at offset: Int) -> (TokenKind, Int)? {
        var end = offset
        while let next = scalar(at: end), next.isLetter || next.isDigit || next == "." || next == "-" {
            end += 1
        }
        guard end > offset else { return nil }
        let isKeyword = TokenKind(word: text(offset..<end)).map(Self.neverServices.contains) ?? false
        return (isKeyword ? .keywordAsServiceName : .serviceName, end - offset)
    }

    private static let neverServices: TokenSet = [
        .allow, .deny, .extends, .false, .function, .if, .import, .in, .is, .match, .null, .package, .return,
        .service, .true,
    ]

    /// A slash with a segment right after it, which may be in parentheses; or a slash alone.
    private func slash(at offset: Int) -> (TokenKind, Int) {
        let begin = offset + 1
        if scalar(at: begin) == "(" {
            let end = endOfSegment(from: begin + 1)
            if end > begin + 1, scalar(at: end) == ")" { return (.pathSegment, end + 1 - offset) }
        }
        let end = endOfSegment(from: begin)
        return end > begin ? (.pathSegment, end - offset) : (.slash, 1)
    }

    private func endOfSegment(from offset: Int) -> Int {
        var end = offset
        while let next = scalar(at: end) {
            if next.isSegment {
                end += 1
            } else if next == "%", isHex(end + 1), isHex(end + 2) {
                end += 3
            } else {
                break
            }
        }
        return end
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
    fileprivate init?(word: String) {
        guard let kind = Self.words[word] else { return nil }
        self = kind
    }

    private static let words = Dictionary(
        uniqueKeysWithValues: TokenKind.allCases.filter(\.isWord).map { ($0.text, $0) })

    fileprivate init?(punctuation: Unicode.Scalar) {
        guard let kind = Self.punctuation[punctuation] else { return nil }
        self = kind
    }

    private static let punctuation: [Unicode.Scalar: TokenKind] = {
        var punctuation: [Unicode.Scalar: TokenKind] = [:]
        for kind in TokenKind.allCases where !kind.isWord && kind.text.unicodeScalars.count == 1 {
            for scalar in kind.text.unicodeScalars { punctuation[scalar] = kind }
        }
        return punctuation
    }()
}

extension Unicode.Scalar {
    var isDigit: Bool { ("0"..."9").contains(self) }
    var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    var beginsName: Bool { isLetter || self == "_" || self == "$" }
    var continuesName: Bool { beginsName || isDigit }

    fileprivate var isSegment: Bool {
        if isLetter || isDigit { return true }
        switch self {
        case "&", "'", "*", "+", "-", ".", ":", "@", "_", "~": return true
        default: return false
        }
    }
}
