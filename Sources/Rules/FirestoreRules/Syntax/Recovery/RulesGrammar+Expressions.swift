extension GrammarRule {
    var expressionElement: GrammarElement {
        switch self {
        case .expression: .sequence(Self.prefixed, .operators(Self.operations))
        case .simpleExpression: .sequence(Self.primary, .distantMany(Self.postfix))
        case .expressionList: Self.list(of: .rule(.expression))
        case .index:
            .distantChoice(
                .sequence(
                    .optional(.rule(.expression)), .tokens(.colon), .optional(.rule(.expression))),
                .rule(.expression))
        case .mapExpression:
            .sequence(.tokens(.leftBrace), .optional(.rule(.mapEntries)), .tokens(.rightBrace))
        case .mapEntries: Self.list(of: .rule(.mapEntry))
        case .mapEntry: .sequence(.rule(.expression), .tokens(.colon), .rule(.expression))
        case .path: .distantSome(.rule(.pathSegment))
        case .pathSegment:
            .distantChoice(
                .rule(.templateSegment),
                .sequence(
                    .tokens(.slash), .tokens(.dollar), .tokens(.leftParenthesis), .rule(.expression),
                    .tokens(.rightParenthesis)))
        default: Self.literals
        }
    }

    private static let steps = GrammarElement.tokens(.increment, .decrement)
    private static let noSteps = GrammarElement.report(
        "Increment (++) and decrement (--) operators are not supported.")

    private static let prefixed = GrammarElement.distantChoice(
        .rule(.simpleExpression), .sequence(.rule(.simpleExpression), steps, noSteps),
        .sequence(steps, noSteps, .rule(.simpleExpression)),
        .sequence(.tokens(.minus, .increment, .decrement), .rule(.simpleExpression)),
        .sequence(.tokens(.not), .operand(level: 10)))

    private static let operations = GrammarElement.choice(
        .sequence(.tokens(.star, .slash, .percent), .operand(level: 10)),
        .sequence(.tokens(.plus, .minus), .operand(level: 9)),
        .sequence(.tokens(.less, .lessOrEqual, .greater, .greaterOrEqual), .operand(level: 8)),
        .sequence(.tokens(.equal, .notEqual), .operand(level: 7)),
        .sequence(.tokens(.is), .rule(.typeName), .action(.checkTypeName)),
        .sequence(.tokens(.in), .operand(level: 5)), .sequence(.tokens(.and), .operand(level: 4)),
        .sequence(.tokens(.or), .operand(level: 3)),
        .sequence(.tokens(.question), .rule(.expression), .tokens(.colon), .operand(level: 1)))

    private static let arguments: [GrammarElement] = [
        .tokens(.leftParenthesis), .optional(.rule(.expressionList)), .tokens(.rightParenthesis),
    ]

    private static let primary = GrammarElement.distantChoice(
        .rule(.path),
        .sequence(.tokens(.leftBracket), .optional(.rule(.expressionList)), .tokens(.rightBracket)),
        .rule(.mapExpression),
        .sequence([.rule(.identifier), .tokens(.dot), .rule(.memberName)] + arguments),
        .sequence(.tokens(.leftParenthesis), .rule(.expression), .tokens(.rightParenthesis)),
        .sequence([.rule(.functionName)] + arguments), .rule(.variableName), .rule(.literal))

    private static let postfix = GrammarElement.distantChoice(
        .sequence([.tokens(.dot), .rule(.memberName)] + arguments),
        .sequence(.tokens(.dot), .rule(.memberWord)),
        .sequence(.tokens(.leftBracket), .rule(.index), .tokens(.rightBracket)))

    private static func list(of element: GrammarElement) -> GrammarElement {
        .sequence(
            element, .distantMany(.sequence(.tokens(.comma), element)), .optional(.tokens(.comma)))
    }

    private static let literals = GrammarElement.choice(
        .tokens(.float), .tokens(.integer), .tokens(.string), .tokens(.bytes), .tokens(.true),
        .tokens(.false),
        .tokens(.null), .sequence(.tokens(.unpairedSingleQuote), .report("Missing a closing '")),
        .sequence(.tokens(.unpairedDoubleQuote), .report("Missing a closing \"")))
}
