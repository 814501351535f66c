/// What is wrong at a token; ``message`` words it.
enum SyntaxMistake {
    /// What a name stands for.
    enum Role: String {
        case service = "the name of a service, such as cloud.firestore"
        case function = "the name of the function"
        case parameter = "the name of a parameter"
        case variable = "the name of a variable"
        case wildcard = "the name of a wildcard"
        case member = "the name of a member"
        case operation = "an operation such as 'read'"
        case type = "the name of a type"
        case alias = "';' or 'as' and a name"
    }

    case expected(TokenKind)
    case expectedName(Role)
    case expectedExpression
    case expectedPath
    case expectedStatement(in: Block)
    case expectedCondition
    case expectedAs
    case extra
    case missingColon
    case missingIf
    case missingCondition
    case missingMatch
    case missingParameters
    case missingReturn
    case emptyBlock(Block)
    case reservedServiceName
    case loneSlash
    case increment
    case unknownType(String)
    /// The next token is the first after the string.
    case unclosedString(SourceRange, hasInvalidEscape: Bool)
}

extension SyntaxMistake {
    /// The mistake in words.
    ///
    /// - Parameters:
    ///   - text: The token's text.
    ///   - kind: Its kind.
    func message(found text: String, _ kind: TokenKind) -> String {
        let found = kind == .endOfFile ? "the end of the file" : "'\(Lexer.escaped(text))'"
        return switch self {
        case .expected(let expected):
            "Expected \(expected.name), found \(found).\(expected.endsExpression ? SyntaxMistake.hint(text) : "")"
        case .expectedName(let role):
            if kind.isWord, role != .operation {
                "Expected \(role.rawValue), found \(found), which is a reserved word."
            } else {
                "Expected \(role.rawValue), found \(found)."
            }
        case .expectedExpression: "Expected an expression, found \(found).\(SyntaxMistake.hint(text))"
        case .expectedPath: "Expected a path after 'match', found \(found)."
        case .expectedStatement(let block):
            "Expected \(block.expectation), found \(found).\(SyntaxMistake.hint(text, block))"
        case .expectedCondition: "Expected ':' and a condition, or ';', found \(found)."
        case .expectedAs: "Expected 'as' before the name of the import, found \(found)."
        case .extra: "Extra \(found)."
        case .missingColon: "Expected ':' before 'if'."
        case .missingIf: "Expected 'if' before the condition."
        case .missingCondition: "Expected a condition after 'if', found \(found)."
        case .missingMatch: "Expected 'match' before the path."
        case .missingParameters: "Expected the function's parameters in parentheses, found \(found)."
        case .missingReturn: "Expected 'return' and an expression, found \(found)."
        case .emptyBlock(let block): "Expected \(block.expectation), found an empty block."
        case .reservedServiceName: "\(found) is a reserved word and cannot name a service."
        case .loneSlash: "Expected a name or a wildcard such as '{id}' after '/'."
        case .increment: "The operators '++' and '--' are not supported."
        case .unknownType(let name): "Unknown type '\(name)' after 'is'.\(SyntaxMistake.hint(type: name))"
        case .unclosedString(let range, let hasInvalidEscape):
            "The string at line \(range.start.line), column \(range.start.column) has "
                + (hasInvalidEscape ? "an escape that does not exist." : "no closing quote.")
        }
    }

    /// The correct form of a token that belongs to another language.
    private static func hint(_ text: String) -> String {
        switch text {
        case "=": " Did you mean '=='?"
        case "and", "AND": " Did you mean '&&'?"
        case "or", "OR": " Did you mean '||'?"
        case "not", "NOT": " Did you mean '!'?"
        default: ""
        }
    }

    private static func hint(_ text: String, _ block: Block) -> String {
        let word = block.statements.kinds.first { $0.text.isSimilar(to: text) }
        return word.map { " Did you mean '\($0.text)'?" } ?? ""
    }

    private static func hint(type name: String) -> String {
        let names = TypeName.allCases.map(\.rawValue)
        if let meant = names.first(where: { $0.isSimilar(to: name) }) { return " Did you mean '\(meant)'?" }
        return " The types are \(names.joined(separator: ", "))."
    }
}

extension Block {
    fileprivate var expectation: String {
        switch self {
        case .file: "'service' or 'function'"
        case .service: "'match' or 'function'"
        case .match: "'allow', 'match' or 'function'"
        case .function: "'let' or 'return'"
        }
    }
}

extension TokenKind {
    fileprivate var endsExpression: Bool {
        [.semicolon, .rightParenthesis, .rightBracket, .colon].contains(self)
    }

    /// The name in messages about what was expected.
    fileprivate var name: String {
        switch self {
        case .identifier: "a name"
        case .string: "a string"
        default: "'\(text)'"
        }
    }
}

extension String {
    /// Whether a word differs only in case, or by one letter that is missing, extra or swapped with the next.
    fileprivate func isSimilar(to other: String) -> Bool {
        let (word, other) = (Array(lowercased().utf8), Array(other.lowercased().utf8))
        if word == other { return true }
        guard word.count > 2, other.count > 2, abs(word.count - other.count) < 2 else { return false }
        let start = zip(word, other).prefix { $0 == $1 }.count
        let (rest, otherRest) = (word[start...], other[start...])
        if rest.count != otherRest.count {
            return rest.count > otherRest.count
                ? rest.dropFirst() == otherRest : rest == otherRest.dropFirst()
        }
        if rest.dropFirst() == otherRest.dropFirst() { return true }
        return rest.prefix(2).reversed() == Array(otherRest.prefix(2))
            && rest.dropFirst(2) == otherRest.dropFirst(2)
    }
}
