/// The kind of a token of the rules language.
package enum TokenKind: UInt8, CaseIterable, Sendable {
    case endOfFile
    case and, assign, at, colon, comma, decrement, dollar, dot, equal, greater, greaterOrEqual, increment
    case leftBrace, leftBracket, leftParenthesis, less, lessOrEqual, minus, percent, notEqual, not, or, plus
    case rightBrace, rightBracket, rightParenthesis, semicolon, slash, star, glob, question
    case allow, `false`, function, `if`, `import`, `in`, `is`, `let`, null, `return`, service, match,
        rulesVersion
    case `true`
    // Words that are kept for later: never names.
    case arguments, `break`, `case`, `continue`, `default`, deny, `do`, each, `else`, extends, `for`, goto,
        notWord
    case package, `switch`, then, `var`, `while`
    case pathSegment, identifier, integer, float
    // A quote without its end, and what follows it on its line.
    case unpairedDoubleQuote, unpairedSingleQuote
    case string, bytes
    case keywordAsServiceName, serviceName
}

extension TokenKind {
    /// The characters of operators, punctuation and words; empty for kinds that have many texts.
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

    /// Keywords and words that are kept for later.
    var isWord: Bool {
        (Self.allow.rawValue...Self.while.rawValue).contains(rawValue)
    }
}
