package import RulesCore

extension RulesRefusal {
    /// The most problems that the server's answer lists.
    private static let limit = 100

    /// The text of the server's answer: a line for each problem, such as `5:1: Parse error.`
    package var wireText: String { wireLines.prefix(Self.limit).map { $0 + "\n" }.joined() }

    /// Each problem as the server's answer has it: `7:55: Unknown variable 'firebase'.`
    package var wireLines: [String] {
        diagnostics.map { diagnostic in
            let start = diagnostic.range?.start ?? .start
            return "\(start.line):\(start.column): \(diagnostic.message)"
        }
    }
}
