/// Finds the end of an expression's text, since the ranges of the tree do not include closing brackets.
package struct SourceExtents: Sendable {
    private let lexer: Lexer
    private let tokens: [Token]
    /// Tokens by the offsets of their first characters.
    private let index: [Int: Int]

    package init(_ source: SourceFile) {
        var lexer = Lexer(source.content)
        tokens = lexer.tokens()
        self.lexer = lexer
        index = Dictionary(
            tokens.enumerated().map { ($0.element.range.start.offset, $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The code points of an expression, with all the brackets that belong to it.
    package func extent(of range: SourceRange) -> Range<Int> {
        let start = range.start.offset
        guard var last = index[start] else { return start..<range.endOffset + 1 }
        var depth = depth(of: tokens[last])
        while tokens[last].range.endOffset < range.endOffset, last + 1 < tokens.count {
            last += 1
            depth += self.depth(of: tokens[last])
        }
        while last + 1 < tokens.count {
            let next = tokens[last + 1]
            // A name with a parenthesis after it is always a call.
            let isCall = tokens[last].kind == .identifier && next.kind == .leftParenthesis
            guard depth > 0 || isCall, next.kind != .endOfFile else { break }
            last += 1
            depth += self.depth(of: next)
        }
        return start..<tokens[last].range.endOffset + 1
    }

    /// The text between two offsets.
    package func text(_ extent: Range<Int>) -> String { lexer.text(extent) }

    /// Whether parentheses enclose the whole text of an expression.
    package func isParenthesized(_ extent: Range<Int>) -> Bool {
        guard let first = index[extent.lowerBound], tokens[first].kind == .leftParenthesis else {
            return false
        }
        var depth = 0
        for token in tokens[first...] {
            depth += self.depth(of: token)
            if depth == 0 { return token.range.endOffset + 1 == extent.upperBound }
        }
        return false
    }

    /// The end of a semicolon that is the next token at or after an offset.
    package func semicolon(after offset: Int) -> Int? {
        guard let next = tokens.first(where: { $0.range.start.offset >= offset }), next.kind == .semicolon
        else {
            return nil
        }
        return next.range.endOffset + 1
    }

    /// The segments of a match block's path, each with its slash.
    package func segments(of template: SourceRange) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        for token in tokens
        where token.range.start.offset >= template.start.offset && token.range.endOffset <= template.endOffset
        {
            let start = token.range.start.offset
            switch token.kind {
            case .pathSegment, .slash: segments.append(start..<token.range.endOffset + 1)
            default:
                guard let last = segments.popLast() else { return [] }
                segments.append(last.lowerBound..<token.range.endOffset + 1)
            }
        }
        return segments
    }

    private func depth(of token: Token) -> Int {
        switch token.kind {
        case .leftParenthesis, .leftBracket, .leftBrace: 1
        case .rightParenthesis, .rightBracket, .rightBrace: -1
        default: 0
        }
    }
}
