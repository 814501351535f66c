package import CoreValues

extension DataNode {
    /// Compares two nodes as queries order them: nothing, false, true, numbers, texts, and what has children, which is all equal.
    ///
    /// Source: https://firebase.google.com/docs/database/rest/retrieve-data#orderbychild
    package func compare(to other: DataNode) -> ComparisonOrder {
        switch (self, other) {
        case (.number(let a), .number(let b)): a == b ? .equal : (a < b ? .less : .greater)
        case (.string(let a), .string(let b)): a.compareUTF16(to: b)
        case (.prioritized(let node, _), _): node.compare(to: other)
        case (_, .prioritized(let node, _)): compare(to: node)
        case (_, _): rank == other.rank ? .equal : (rank < other.rank ? .less : .greater)
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .boolean(false): 1
        case .boolean(true): 2
        case .number: 3
        case .string: 4
        case .object: 5
        case .prioritized(let node, _): node.rank
        }
    }
}
