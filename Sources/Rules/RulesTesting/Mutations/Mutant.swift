package import RulesCore

/// A small change of a rules file that a good suite notices.
package struct Mutant: Sendable {
    /// A stretch of code points and what takes its place.
    struct Edit: Sendable, Hashable {
        let range: Range<Int>
        let text: String
    }

    /// Which decisions can come out otherwise.
    enum Reach: Sendable {
        /// Those that evaluate an expression.
        case expression(SourceRange)
        /// All.
        case everything
    }

    /// Tells the mutant from all others, also once lines have moved: from its kind and the lines it changes.
    package let id: String
    /// The kind of change, such as `dropped-operand`.
    package let family: String
    /// The line where the change begins.
    package let line: Int
    /// The changed text.
    package let source: SourceFile
    /// The change as a unified diff.
    package let diff: String
    /// The first line that changes, without the blanks around it.
    package let lineText: String
    let reach: Reach
}
