/// The versions of an emulator's rules in this run, as far as the console has seen them. A value with bounded memory.
struct RulesHistory: Sendable {
    /// The rules at one time.
    struct Version: Sendable, Equatable {
        /// The number of the version, from 1.
        let number: Int
        /// When the console first saw it, in milliseconds since 1970.
        let time: Int64
        let content: String
        /// Whether the console published it, rather than found it.
        let isPublished: Bool
    }

    /// The maximum number of versions, and of bytes in all their texts.
    static let limit = (versions: 50, bytes: 8 << 20)

    /// The versions, oldest first. The last one is what the console saw last.
    private(set) var versions: [Version] = []
    private var count = 0

    /// Notes the loaded rules.
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
        // The first version stays as long as there is room for it.
        while versions.count > RulesHistory.limit.versions
            || (bytes > RulesHistory.limit.bytes && versions.count > 1)
        {
            let index = versions.count > 2 ? 1 : 0
            bytes -= versions[index].content.utf8.count
            versions.remove(at: index)
        }
    }
}
