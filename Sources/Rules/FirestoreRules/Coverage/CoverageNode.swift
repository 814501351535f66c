/// An expression in coverage reports, with its subexpressions.
package struct CoverageNode: Sendable {
    /// Its number in the traces of evaluations.
    package let id: Int
    package let range: SourceRange
    package var children: [CoverageNode]

    package init(id: Int, range: SourceRange, children: [CoverageNode]) {
        self.id = id
        self.range = range
        self.children = children
    }
}
