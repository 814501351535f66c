import FirestoreRules

/// Which of several operands to go on with. The same seed chooses alike in one scenario after another, so that
/// each goes on where the last one stopped.
struct TestChoice: Sendable {
    private let seed: UInt64
    /// The numbers of the expressions to look at first.
    private let changed: Set<Int>

    init(_ random: inout SeededRandom, changed: Set<Int>) {
        seed = random.next()
        // Now and then, all alike.
        self.changed = random.oneIn(4) ? [] : changed
    }

    /// Chooses among operands, of which there is at least one.
    func index(among operands: [EvaluatedExpression]) -> Int {
        let first = operands.indices.filter { index in
            operands[index].id.map { changed.contains($0) } ?? false
        }
        let candidates = first.isEmpty ? Array(operands.indices) : first
        return candidates.min { rank(operands[$0]) < rank(operands[$1]) } ?? 0
    }

    private func rank(_ operand: EvaluatedExpression) -> UInt64 {
        var random = SeededRandom(seed: seed &+ UInt64(operand.id ?? 0) &* 0x9E37_79B9_7F4A_7C15)
        _ = random.next()
        return random.next()
    }
}
