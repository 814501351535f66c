import FirestoreClient
package import FirestoreModel

/// Gathers writes into commits that every server accepts. A value: what goes in comes out in order.
package struct CommitPlanner: Sendable {
    /// One write, and the id of the document that it is about.
    package struct Entry: Sendable, Equatable {
        package let id: String
        package let write: Write
        /// The version of the document that the write was decided for.
        package let version: Timestamp?

        package init(id: String, write: Write, version: Timestamp? = nil) {
            self.id = id
            self.write = write
            self.version = version
        }
    }

    /// The most writes in a commit: the limit of production until 2023, which older servers still have.
    static let maximumWrites = 500
    /// The most bytes of a commit's JSON: below the 4 MiB at which Google's emulator refuses, and production's 10 MiB.
    static let maximumBytes = 4_000_000

    private var pending: [Entry] = []
    private var pendingBytes = 0

    package init() {}

    /// Adds a write.
    ///
    /// - Returns: The commit that is full now, if one is.
    package mutating func add(_ entry: Entry) -> [Entry]? {
        let size = Firestore.encodedSize(of: entry.write)
        guard pending.count < Self.maximumWrites, pendingBytes + size <= Self.maximumBytes || pending.isEmpty
        else {
            defer { (pending, pendingBytes) = ([entry], size) }
            return pending
        }
        pending.append(entry)
        pendingBytes += size
        return pending.count == Self.maximumWrites ? take() : nil
    }

    /// The last commit, when anything is left for it.
    package mutating func finish() -> [Entry]? {
        pending.isEmpty ? nil : take()
    }

    private mutating func take() -> [Entry] {
        defer { (pending, pendingBytes) = ([], 0) }
        return pending
    }
}
