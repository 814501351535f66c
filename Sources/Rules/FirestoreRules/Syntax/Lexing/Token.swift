/// One token of a rules file. Its text is the range in the source.
package struct Token: Sendable {
    package var kind: TokenKind
    package var range: SourceRange

    package init(_ kind: TokenKind, at range: SourceRange) {
        self.kind = kind
        self.range = range
    }
}
