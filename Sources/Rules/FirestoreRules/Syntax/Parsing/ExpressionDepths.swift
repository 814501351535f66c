/// How deeply expressions are nested, as Google's compiler counts.
///
/// To it, an expression is an operand with the operators after it. Each operator makes a new expression around those before
/// it, so the depth of an expression is known only at the end of those around it.
struct ExpressionDepths {
    /// The limit of Google's compiler.
    static let limit = 99

    private struct Chain {
        /// The chain around it, and the number of its operators when this one began.
        var outer: (chain: Int, operators: Int)?
        var operators = 0
        var start: SourceRange
    }

    private var chains: [Chain] = []
    private var current: Int?
    /// How many chains are being parsed: the minimum depth.
    private(set) var nesting = 0

    mutating func begin(at start: SourceRange) {
        chains.append(Chain(outer: current.map { ($0, chains[$0].operators) }, start: start))
        current = chains.count - 1
        nesting += 1
    }

    mutating func end() {
        current = current.flatMap { chains[$0].outer?.chain }
        nesting -= 1
    }

    mutating func addOperator() {
        if let current { chains[current].operators += 1 }
    }

    /// The outermost expressions that are too deep.
    var findings: [Diagnostic] {
        var depths: [Int] = []
        var findings: [Diagnostic] = []
        for chain in chains {
            let depth =
                chain.outer.map { depths[$0.chain] + chains[$0.chain].operators - $0.operators + 1 } ?? 1
            depths.append(depth)
            if depth <= Self.limit + 1, depth + chain.operators > Self.limit {
                findings.append(.tooComplex(at: chain.start))
            }
        }
        return findings
    }
}
