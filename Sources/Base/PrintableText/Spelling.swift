/// Guesses which word the user meant.
package enum Spelling {
    /// The known words nearest to an unknown one: those that begin with it, or else those with the fewest typos; empty if none is near.
    package static func suggestions(for word: String, among known: [String]) -> [String] {
        let bare = word.drop { $0 == "-" }
        if bare.count >= 3 {
            let longer = known.filter { $0.hasPrefix(word) }
            if !longer.isEmpty { return Array(longer.prefix(3)) }
        }
        // Every word is near a single letter, and none is near a long text.
        guard bare.count >= 2, word.count <= 64 else { return [] }
        let limit = max(1, bare.count / 3)
        let near = known.map { (word: $0, distance: distance(word, $0)) }.filter { $0.distance <= limit }
        let least = near.map(\.distance).min()
        return Array(near.filter { $0.distance == least }.map(\.word).prefix(3))
    }

    /// The number of typos between two words: an added, missing or wrong letter, or two swapped ones.
    package static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.lowercased()), Array(other.lowercased()))
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in 0..<one.count {
            var next = [row + 1]
            for column in 0..<other.count {
                var cost = min(last[column + 1] + 1, next[column] + 1)
                cost = min(cost, last[column] + (one[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }

    /// A space and the question whether another word was meant; empty if none is near.
    package static func question(_ word: String, among known: [String]) -> String {
        let words = suggestions(for: word, among: known).map { "'\($0)'" }
        return words.isEmpty ? "" : " Did you mean \(words.joined(separator: " or "))?"
    }
}
