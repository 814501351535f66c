package import FirestoreClient
package import FirestoreModel

/// Gathers writes into commits that every server accepts. A value: what goes in comes out in order.
package struct CommitPlanner<Label: Sendable & Equatable>: Sendable {
    /// One write, and what it is known by.
    package struct Entry: Sendable, Equatable {
        package let label: Label
        package let encoded: EncodedWrite
        /// The version of the document that the write was decided for.
        package let version: Timestamp?

        package init(_ label: Label, _ write: Write, version: Timestamp? = nil) {
            self.label = label
            encoded = EncodedWrite(write)
            self.version = version
        }

        package var write: Write { encoded.write }
    }

    private let maximumWrites: Int
    private var pending: [Entry] = []
    private var pendingBytes = 0

    /// Creates a planner of commits with at most so many writes.
    package init(maximumWrites: Int = CommitLimits.writes) {
        self.maximumWrites = max(maximumWrites, 1)
    }

    /// Adds a write.
    ///
    /// - Returns: The commit that is full now, if one is.
    package mutating func add(_ entry: Entry) -> [Entry]? {
        let size = entry.encoded.json.count
        if !pending.isEmpty, pendingBytes + size > CommitLimits.bytes {
            defer { (pending, pendingBytes) = ([entry], size) }
            return pending
        }
        pending.append(entry)
        pendingBytes += size
        return pending.count >= maximumWrites ? take() : nil
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
