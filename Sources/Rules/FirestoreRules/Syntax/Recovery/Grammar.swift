/// The language's grammar as data. The parser for correct files does without it; it is how Google's parser, which a
/// generator has made, sees the language, and so decides what it says about mistakes.
enum GrammarRule: Int, CaseIterable, Sendable {
    case ruleset, versionStatement, importStatement, rulesetStatement
    case serviceDeclaration, serviceStatement, serviceName
    case functionDeclaration, functionSignature, parameterList, functionBody, bindingDeclaration,
        returnStatement
    case matchDeclaration, matchStatement, allowDeclaration, allowCondition, methodList
    case expression, simpleExpression, expressionList, index, mapExpression, mapEntries, mapEntry, literal
    case path, pathSegment, template, templateSegment, globCapture, capture
    case identifier, typeName, memberName, memberWord, keyword, variableName, functionName, alias
}

/// What a rule consists of.
indirect enum GrammarElement: Sendable {
    /// One token of a set.
    case token(TokenSet)
    case rule(GrammarRule)
    /// The right operand of an operator: an expression that takes only operators from a level upwards.
    case operand(level: Int)
    case sequence([GrammarElement])
    /// One of several, which the next token tells.
    case choice([GrammarElement])
    /// One of several, which as many tokens as it takes tell.
    case distantChoice([GrammarElement])
    case optional(GrammarElement)
    case many(GrammarElement)
    case some(GrammarElement)
    /// Repetitions that may end with the token they begin with.
    case distantMany(GrammarElement)
    case distantSome(GrammarElement)
    /// The operators after an operand, each with its level.
    case operators(GrammarElement)
    /// Says something about the next token.
    case report(String)
    case action(GrammarAction)
}

/// What the parser looks at beyond the grammar.
enum GrammarAction: Hashable, Sendable {
    case checkTypeName
    case checkAlias
}

extension GrammarElement {
    static func tokens(_ kinds: TokenKind...) -> GrammarElement { .token(TokenSet(kinds)) }

    static func sequence(_ elements: GrammarElement...) -> GrammarElement { .sequence(elements) }

    static func choice(_ elements: GrammarElement...) -> GrammarElement { .choice(elements) }

    static func distantChoice(_ elements: GrammarElement...) -> GrammarElement { .distantChoice(elements) }
}
