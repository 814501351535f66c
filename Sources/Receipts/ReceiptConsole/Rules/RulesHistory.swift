/// The versions that an emulator's rules have had in this run, as far as the console has seen them. A value, in bounded memory.
struct RulesHistory: Sendable {
    /// The rules at one time.
    struct Version: Sendable, Equatable {
        /// Counts the versions, from 1.
        let number: Int
        /// When the console has seen them first, in milliseconds since 1970.
        let time: Int64
        let content: String
        /// Whether they were published by the console, rather than found.
        let isPublished: Bool
    }

    /// The most versions, and the most bytes of all their texts.
    static let limit = (versions: 50, bytes: 8 << 20)

    /// The oldest first; the last one is what was loaded when the console last looked.
    private(set) var versions: [Version] = []
    private var count = 0

    /// Takes in what is loaded.
    ///
    /// - Parameters:
    ///   - content: The rules.
    ///   - time: Now, in milliseconds since 1970.
    ///   - isPublished: Whether the console has just published them.
    mutating func note(_ content: String, at time: Int64, isPublished: Bool) {
        if let last = versions.last, last.content.utf8.elementsEqual(content.utf8) { return }
        count += 1
        versions.append(Version(number: count, time: time, content: content, isPublished: isPublished))
        var bytes = versions.reduce(0) { $0 + $1.content.utf8.count }
        // The first one is what this run has begun with: it stays for as long as there is room for it.
        while versions.count > RulesHistory.limit.versions
            || (bytes > RulesHistory.limit.bytes && versions.count > 1)
        {
            let index = versions.count > 2 ? 1 : 0
            bytes -= versions[index].content.utf8.count
            versions.remove(at: index)
        }
    }
}
