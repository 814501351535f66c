/// An expression, and how deep it is.
struct Measured {
    struct Size {
        /// Expressions inside of one another, in parentheses too; a chain of members counts once.
        var levels = 0
        /// Nodes inside of one another.
        var height = 0

        mutating func add(_ other: Size) {
            levels = max(levels, other.levels)
            height = max(height, other.height)
        }
    }

    /// What Google's compiler takes.
    static let maximumLevels = 99
    /// What can be walked through on a small stack. Only endless chains of members come here.
    static let maximumHeight = 256

    var node: Expression
    var size: Size
}

/// What stands between commas.
struct MeasuredList {
    var nodes: [Expression] = []
    var size = Measured.Size()

    mutating func append(_ element: Measured) {
        nodes.append(element.node)
        size.add(element.size)
    }
}
