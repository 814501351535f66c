import RulesCore

extension FoundHole {
    /// The holes in the order of the rules, the worst first, and one of each kind for each statement.
    package static func distinct(_ holes: [FoundHole]) -> [FoundHole] {
        var seen: Set<HoleKey> = []
        return holes.enumerated().sorted { left, right in
            let (from, to) = (left.element.offset, right.element.offset)
            if from != to { return from < to }
            if left.element.severity != right.element.severity {
                return left.element.severity > right.element.severity
            }
            return left.offset < right.offset
        }.map(\.element).filter { seen.insert(HoleKey(kind: $0.kind, range: $0.range)).inserted }
    }

    private var offset: Int { range?.start.offset ?? -1 }
}

/// The kind of a hole, and where it is.
private struct HoleKey: Hashable {
    let kind: HoleKind
    let range: SourceRange?
}
