/// What a server reports about rules that it refuses.
struct RulesRejection: Equatable {
    struct Issue: Equatable {
        /// The line and column, or another name of the place.
        var place: String
        var text: String
    }

    let issues: [Issue]

    init(issues: [Issue]) {
        self.issues = issues
    }

    /// From the message of an answer: `L3:35 Unexpected 'x'.` on each line but the first.
    ///
    /// Nil for another message.
    init?(message: String) {
        let lines = message.split(separator: "\n")
        guard lines.first == "Error compiling rules:" else { return nil }
        issues = lines.dropFirst().map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return Issue(place: parts[0], text: parts.count > 1 ? parts[1] : "")
        }
    }

    /// Whether the embedded emulator refuses the rules as Google's does. Where the first mistake is one of the syntax
    /// the words differ (`syntax-errors`). Google's emulator reports its place, too, but possibly others before it.
    func isAlike(_ googles: RulesRejection) -> Bool {
        guard let first = issues.first else { return googles.issues.isEmpty }
        let places = googles.issues.map(\.place)
        if googles.issues.contains(first) { return issues.map(\.place) == places }
        // What is too much, Google's emulator sometimes drops without a word, and then trips over what follows.
        return places.contains(first.place) || first.text.hasPrefix("Extra ")
    }
}
