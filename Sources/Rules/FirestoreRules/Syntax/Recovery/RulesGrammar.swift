extension GrammarRule {
    /// What the rule consists of.
    var element: GrammarElement {
        switch self {
        case .ruleset, .versionStatement, .importStatement, .rulesetStatement, .alias, .serviceDeclaration,
            .serviceStatement, .serviceName:
            fileElement
        case .functionDeclaration, .functionSignature, .parameterList, .functionBody, .bindingDeclaration,
            .returnStatement:
            functionElement
        case .matchDeclaration, .matchStatement, .allowDeclaration, .allowCondition, .methodList, .template,
            .templateSegment, .globCapture, .capture:
            matchElement
        case .expression, .simpleExpression, .expressionList, .index, .mapExpression, .mapEntries, .mapEntry,
            .literal, .path, .pathSegment:
            expressionElement
        case .identifier: .tokens(.identifier)
        case .typeName, .memberName, .variableName, .functionName: .rule(.identifier)
        case .memberWord: .choice(.tokens(.identifier), .rule(.keyword))
        case .keyword: .token(Self.words)
        }
    }

    private static let words = TokenSet(TokenKind.allCases.filter { $0.isWord && $0 != .rulesVersion })

    private var fileElement: GrammarElement {
        switch self {
        case .ruleset:
            .sequence(
                .optional(.rule(.versionStatement)), .many(.rule(.importStatement)),
                .some(.rule(.rulesetStatement)), .tokens(.endOfFile))
        case .versionStatement:
            .sequence(
                .tokens(.rulesVersion), .tokens(.assign), .tokens(.string), .optional(.tokens(.semicolon)))
        case .importStatement:
            .distantChoice(
                .sequence(.tokens(.import), .tokens(.string), .tokens(.semicolon)),
                .sequence(
                    .tokens(.import), .tokens(.string), .rule(.alias), .rule(.identifier), .tokens(.semicolon)
                ))
        case .alias: .sequence(.action(.checkAlias), .rule(.identifier))
        case .rulesetStatement: .choice(.rule(.functionDeclaration), .rule(.serviceDeclaration))
        case .serviceDeclaration:
            .distantChoice(
                .sequence(
                    .tokens(.service), .rule(.serviceName), .tokens(.leftBrace),
                    .some(.rule(.serviceStatement)),
                    .tokens(.rightBrace)),
                .sequence(
                    .tokens(.service), .rule(.serviceName), .tokens(.leftBrace),
                    .report("The 'service' body must contain at least one declaration."), .tokens(.rightBrace)
                ))
        case .serviceStatement: .choice(.rule(.functionDeclaration), .rule(.matchDeclaration))
        default:
            .choice(
                .sequence(.report("Cannot use keyword as service name."), .tokens(.keywordAsServiceName)),
                .tokens(.serviceName))
        }
    }

    private var functionElement: GrammarElement {
        switch self {
        case .functionDeclaration:
            .distantChoice(
                .sequence([
                    .tokens(.function), .rule(.functionName), .rule(.functionSignature), .tokens(.leftBrace),
                    .rule(.functionBody), .tokens(.rightBrace),
                ]),
                .sequence([
                    .tokens(.function), .rule(.functionName), .rule(.functionSignature), .tokens(.leftBrace),
                    .report("Missing 'function' body"), .tokens(.rightBrace),
                ]),
                .sequence([
                    .tokens(.function), .rule(.functionName), .report("Missing 'function' signature"),
                    .tokens(.leftBrace), .rule(.functionBody), .tokens(.rightBrace),
                ]),
                .sequence([
                    .tokens(.function), .report("Missing 'function' id"), .rule(.functionSignature),
                    .tokens(.leftBrace), .rule(.functionBody), .tokens(.rightBrace),
                ]))
        case .functionSignature:
            .distantChoice(
                .sequence(
                    .tokens(.leftParenthesis), .optional(.rule(.parameterList)), .tokens(.rightParenthesis)),
                .sequence(
                    .tokens(.leftParenthesis), .optional(.rule(.parameterList)), .tokens(.rightParenthesis),
                    .report("Extra closing ')' at the end of parameter list."), .tokens(.rightParenthesis)))
        case .parameterList:
            .sequence(.rule(.variableName), .many(.sequence(.tokens(.comma), .rule(.variableName))))
        case .functionBody: .sequence(.many(.rule(.bindingDeclaration)), .rule(.returnStatement))
        case .bindingDeclaration:
            .sequence(
                .tokens(.let), .rule(.variableName), .tokens(.assign), .rule(.expression), .tokens(.semicolon)
            )
        default: .sequence(.tokens(.return), .rule(.expression), .optional(.tokens(.semicolon)))
        }
    }
}
