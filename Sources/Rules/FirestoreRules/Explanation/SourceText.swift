import PrintableText

/// A rules file as tokens, to quote expressions from.
struct SourceText {
    let name: String
    private let lexer: Lexer
    private let tokens: [Token]

    init(_ source: SourceFile) {
        name = source.name.printable(limit: 200)
        var lexer = Lexer(source.content)
        tokens = lexer.tokens()
        self.lexer = lexer
    }

    /// The text of an expression on one line, without comments.
    ///
    /// - Parameter limit: The maximum number of characters. The middle of a longer text is left out.
    func text(of form: TracedExpression.Form, limit: Int) -> String {
        text(range(of: form), limit: limit)
    }

    /// The text of a range on one line.
    func text(_ range: SourceRange, limit: Int) -> String {
        var text = ""
        var end: Int?
        for token in tokens[firstToken(at: range.start.offset)...] {
            if token.range.start.offset > range.endOffset || token.kind == .endOfFile { break }
            if let end, token.range.start.offset > end + 1 { text += " " }
            text += lexer.text(of: token)
            end = token.range.endOffset
            if text.utf8.count > limit * 8 { break }
        }
        return text.printable(limit: limit)
    }

    /// The range of an expression with its closing brackets, which ranges of the tree leave out.
    func range(of form: TracedExpression.Form) -> SourceRange {
        var range = form.range
        var open = 0
        var index = firstToken(at: range.start.offset)
        while index < tokens.count, tokens[index].range.start.offset <= range.endOffset {
            open += tokens[index].kind.opens
            index += 1
        }
        if form.isCallWithoutArguments, index < tokens.count, tokens[index].kind == .leftParenthesis {
            open += 1
            index += 1
        }
        while open > 0, index < tokens.count, tokens[index].kind.opens < 0 {
            open -= 1
            range.endOffset = tokens[index].range.endOffset
            index += 1
        }
        return range
    }

    /// The index of the first token that begins at an offset or later.
    private func firstToken(at offset: Int) -> Int {
        var (low, high) = (0, tokens.count)
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].range.start.offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TokenKind {
    /// 1 for a bracket that opens, -1 for one that closes.
    fileprivate var opens: Int {
        switch self {
        case .leftParenthesis, .leftBracket, .leftBrace: 1
        case .rightParenthesis, .rightBracket, .rightBrace: -1
        default: 0
        }
    }
}

extension TracedExpression.Form {
    fileprivate var isCallWithoutArguments: Bool {
        guard case .expression(let expression) = self else { return false }
        switch expression.kind {
        case .call(_, let arguments), .method(_, _, let arguments): return arguments.isEmpty
        case .list(let elements): return elements.isEmpty
        default: return false
        }
    }
}
