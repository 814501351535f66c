package import FirestoreClient
package import FirestoreModel

/// Gathers writes into commits that every server accepts, in order. A value.
package struct CommitPlanner<Label: Sendable & Equatable>: Sendable {
    /// One write and its label.
    package struct Entry: Sendable, Equatable {
        package let label: Label
        package let encoded: EncodedWrite
        /// The version of the document on which the write is based.
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

    /// Creates a planner.
    ///
    /// - Parameter maximumWrites: The maximum number of writes per commit.
    package init(maximumWrites: Int = CommitLimits.writes) {
        self.maximumWrites = max(maximumWrites, 1)
    }

    /// Adds a write.
    ///
    /// - Returns: A commit that is now full; nil if none is.
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

    /// Returns the last commit; nil if nothing is left.
    package mutating func finish() -> [Entry]? {
        pending.isEmpty ? nil : take()
    }

    private mutating func take() -> [Entry] {
        defer { (pending, pendingBytes) = ([], 0) }
        return pending
    }
}

/// The limits of a commit that every server accepts.
package enum CommitLimits {
    /// The maximum number of writes: production's limit until 2023, which older servers still have.
    package static let writes = 500
    /// The maximum number of bytes of JSON: below the 4 MiB of Google's emulator and production's 10 MiB.
    static let bytes = 4_000_000
}
