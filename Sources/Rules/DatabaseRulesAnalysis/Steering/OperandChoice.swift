import AnalysisCore

/// Which of several operands to go on with. The same seed chooses alike in one scenario after another, so that
/// each goes on where the last one stopped.
struct OperandChoice: Sendable {
    private let seed: UInt64
    /// The expressions to look at first.
    private let changed: Set<Int>

    init(_ random: inout SeededRandom, changed: Set<Int>) {
        seed = random.next()
        // Now and then, all alike.
        self.changed = random.oneIn(4) ? [] : changed
    }

    /// Chooses among operands, of which there is at least one.
    func index(of identities: [Int]) -> Int {
        let first = identities.indices.filter { changed.contains(identities[$0]) }
        let candidates = first.isEmpty ? Array(identities.indices) : first
        return candidates.min { rank(identities[$0]) < rank(identities[$1]) } ?? 0
    }

    private func rank(_ identity: Int) -> UInt64 {
        var random = SeededRandom(seed: seed &+ UInt64(identity) &* 0x9E37_79B9_7F4A_7C15)
        _ = random.next()
        return random.next()
    }
}
