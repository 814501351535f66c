/// The kind of a token of the rules language.
package enum TokenKind: UInt8, CaseIterable, Sendable {
    case endOfFile
    case and, assign, at, colon, comma, decrement, dollar, dot, equal, greater, greaterOrEqual, increment
    case leftBrace, leftBracket, leftParenthesis, less, lessOrEqual, minus, percent, notEqual, not, or, plus
    case rightBrace, rightBracket, rightParenthesis, semicolon, slash, star, glob, question
    case allow, `false`, function, `if`, `import`, `in`, `is`, `let`, null, `return`, service, match,
        rulesVersion
    case `true`
    // Reserved words, which are never names.
    case arguments, `break`, `case`, `continue`, `default`, deny, `do`, each, `else`, extends, `for`, goto,
        notWord
    case package, `switch`, then, `var`, `while`
    case pathSegment, identifier, integer, float
    // An unterminated string, up to the end of its line.
    case unpairedDoubleQuote, unpairedSingleQuote
    case string, bytes
    case keywordAsServiceName, serviceName
}

extension TokenKind {
    /// The text of operators, punctuation and words; empty for kinds with many texts.
    var text: String {
        switch self {
        case .and: "&&"
        case .assign: "="
        case .at: "@"
        case .colon: ":"
        case .comma: ","
        case .decrement: "--"
        case .dollar: "$"
        case .dot: "."
        case .equal: "=="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .increment: "++"
        case .leftBrace: "{"
        case .leftBracket: "["
        case .leftParenthesis: "("
        case .less: "<"
        case .lessOrEqual: "<="
        case .minus: "-"
        case .percent: "%"
        case .notEqual: "!="
        case .not: "!"
        case .or: "||"
        case .plus: "+"
        case .rightBrace: "}"
        case .rightBracket: "]"
        case .rightParenthesis: ")"
        case .semicolon: ";"
        case .slash: "/"
        case .star: "*"
        case .glob: "**"
        case .question: "?"
        case .rulesVersion: "rules_version"
        case .notWord: "not"
        default: isWord ? "\(self)" : ""
        }
    }

    /// Keywords and reserved words.
    var isWord: Bool {
        (Self.allow.rawValue...Self.while.rawValue).contains(rawValue)
    }
}
