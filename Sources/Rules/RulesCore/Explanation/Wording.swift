/// Words of explanations, common to both rules languages.
package enum Wording {
    /// The maximum number of words in a list.
    private static let limit = 8

    /// Words as a list: `a, b and c`. Of many, only the first are named.
    package static func list(_ words: [String], _ conjunction: String = "and") -> String {
        var shown = Array(words.prefix(limit))
        if words.count > shown.count { shown.append("\(words.count - shown.count) more") }
        guard let last = shown.popLast() else { return "nothing" }
        return shown.isEmpty ? last : "\(shown.joined(separator: ", ")) \(conjunction) \(last)"
    }

    /// What an entry of a list of people is called: `a participant` in `participants`, `a member` in `memberIds`.
    ///
    /// - Returns: nil if the name is not one of people.
    package static func role(in list: String) -> String? {
        var word = list[...]
        for suffix in ["Uids", "UIDs", "Ids", "IDs"] where word.hasSuffix(suffix) {
            word = word.dropLast(suffix.count)
            break
        }
        if word.hasSuffix("s") { word = word.dropLast() } else if word.count == list.count { return nil }
        let isWord = word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        let isPerson = people.contains(String(word)) || endings.contains { word.hasSuffix($0) }
        guard isWord, isPerson, let first = word.first else { return nil }
        let article = "aeio".contains(first) ? "an" : "a"
        return "\(article) \(word)"
    }

    private static let people: Set = ["admin", "friend", "guest", "host"]
    private static let endings = ["er", "or", "ant", "ent", "ian", "ist"]
}
