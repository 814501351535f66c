import FirestoreRules

/// One way to change rules. The source is the rules file in the form of its language.
protocol MutationFamily<Source>: Sendable {
    associatedtype Source

    /// The family's name in reports.
    var name: String { get }
    /// All changes of this kind.
    func changes(in source: Source) -> [MutationChange]
}

/// A change before it is known to compile.
struct MutationChange {
    var edits: [Mutant.Edit]
    var reach: Mutant.Reach
}

/// A rules file of Firestore to be changed: its tree and its text.
struct MutationSource {
    let walk: RulesWalk
    let extents: SourceExtents
    /// Texts that the rules use together, such as the names of states.
    let vocabulary: Vocabulary

    init(_ syntax: RulesetSyntax, _ file: SourceFile) {
        extents = SourceExtents(file)
        walk = RulesWalk(syntax, extents)
        vocabulary = Vocabulary(walk)
    }

    func extent(_ expression: Expression) -> Range<Int> { extents.extent(of: expression.range) }

    func text(_ expression: Expression) -> String { extents.text(extent(expression)) }

    /// Replaces an expression by a text.
    func replacing(_ expression: Expression, by text: String) -> MutationChange {
        change(expression, [Mutant.Edit(range: extent(expression), text: text)])
    }

    /// Replaces a token of an expression by a text.
    func replacing(_ token: SourceRange, of expression: Expression, by text: String) -> MutationChange {
        change(expression, [Mutant.Edit(range: token.start.offset..<token.endOffset + 1, text: text)])
    }

    func change(_ expression: Expression, _ edits: [Mutant.Edit]) -> MutationChange {
        MutationChange(edits: edits, reach: .expression(expression.range))
    }
}
