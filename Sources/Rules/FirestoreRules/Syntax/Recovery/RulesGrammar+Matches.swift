extension GrammarRule {
    var matchElement: GrammarElement {
        switch self {
        case .matchDeclaration:
            .distantChoice(
                .sequence(
                    .tokens(.match), .rule(.template), .tokens(.leftBrace), .some(.rule(.matchStatement)),
                    .tokens(.rightBrace)),
                .sequence(
                    .tokens(.match), .rule(.template), .tokens(.leftBrace),
                    .report("The 'match' body must contain at least one declaration."), .tokens(.rightBrace)),
                .sequence(
                    .report("Missing 'match' keyword before path."), .rule(.template), .tokens(.leftBrace),
                    .tokens(.rightBrace)))
        case .matchStatement:
            .choice(.rule(.functionDeclaration), .rule(.allowDeclaration), .rule(.matchDeclaration))
        case .allowDeclaration:
            .distantChoice(
                .sequence(
                    .tokens(.allow), .rule(.methodList), .optional(.rule(.allowCondition)),
                    .optional(.tokens(.semicolon))),
                .sequence(.tokens(.allow), .report("Expected at least one 'operation' after 'allow'.")))
        case .allowCondition:
            .distantChoice(
                .sequence(.tokens(.colon), .tokens(.if), .rule(.expression)),
                .sequence(.report("Missing ':' before 'if' condition."), .tokens(.if), .rule(.expression)),
                .sequence(
                    .tokens(.colon), .report("Missing 'if' before conditional expression."),
                    .rule(.expression)),
                .sequence(
                    .tokens(.colon), .tokens(.if), .report("Missing conditional expression after 'if'.")))
        case .methodList:
            .distantChoice(
                .sequence(.rule(.identifier), .many(.sequence(.tokens(.comma), .rule(.identifier)))),
                .sequence(
                    .rule(.identifier), .distantMany(.sequence(.tokens(.comma), .rule(.identifier))),
                    .report("Unexpected ','."), .tokens(.comma)))
        case .template: .some(.rule(.templateSegment))
        case .templateSegment:
            .distantChoice(
                .tokens(.pathSegment), .sequence(.tokens(.slash), .rule(.capture)),
                .sequence(.tokens(.slash), .rule(.globCapture)),
                .sequence(
                    .report("Forward slash '/' found where identifier or binding expected."), .tokens(.slash))
            )
        case .globCapture:
            // Google's spelling.
            .distantChoice(
                .sequence(Self.braces(.glob)),
                .sequence(
                    Self.braces(.glob) + [.report("Exra closing '}' in path."), .tokens(.rightBrace)]))
        default:
            .distantChoice(
                .sequence(Self.braces(nil)), .sequence(Self.braces(.star)),
                .sequence(Self.braces(nil) + Self.extraBrace), .sequence(Self.braces(.star) + Self.extraBrace)
            )
        }
    }

    private static func braces(_ sign: TokenKind?) -> [GrammarElement] {
        let sign: [GrammarElement] = sign.map { [.tokens(.assign), .tokens($0)] } ?? []
        return [.tokens(.leftBrace), .rule(.variableName)] + sign + [.tokens(.rightBrace)]
    }

    private static let extraBrace: [GrammarElement] = [
        .report("Extra closing '}' in path."), .tokens(.rightBrace),
    ]
}
