/// What a token of the rules language is.
package enum TokenKind: UInt8, Sendable {
    case endOfFile
    // Operators and punctuation.
    case and, assign, colon, comma, decrement, dollar, dot, equal, greater, greaterOrEqual, increment
    case leftBrace, leftBracket, leftParenthesis, less, lessOrEqual, minus, percent, notEqual, not, or, plus
    case rightBrace, rightBracket, rightParenthesis, semicolon, slash, star, glob, question
    // Words that mean something.
    case allow, `false`, function, `if`, `import`, `in`, `is`, `let`, match, null, `return`, rulesVersion,
        service, `true`
    /// A word that is kept for later: never a name.
    case reserved
    case identifier, serviceName, pathSegment
    case integer, float, string, bytes
    /// A quote without its end.
    case unpairedQuote
}
