import FirestoreModel

/// What the writes of one commit to one document ask of the stored document, taken together.
///
/// Google's emulator first folds all writes to a document into one: it judges by their kinds whether they go together,
/// and then checks what they ask against the document as it was before the commit.
struct WriteCondition {
    /// Whether the document must exist, or must not; nil when it does not matter.
    private var exists: Bool?
    /// The version that the document must have, in microseconds; 0 stands for a document that never was.
    private var version: Int64?
    private var outcome: Outcome

    /// What the writes so far leave.
    private enum Outcome {
        case unchanged, written, deleted
    }

    /// What the first write to a document asks.
    init(_ write: Write) {
        switch write.operation {
        case .update, .transform: outcome = .written
        case .delete: outcome = .deleted
        case .verify: outcome = .unchanged
        }
        switch write.precondition {
        case nil: (exists, version) = (nil, nil)
        case .exists(let flag): (exists, version) = (flag, nil)
        case .updateTime(let time):
            version = time.microseconds
            // What has a version exists; whoever deletes does not mind that somebody else did it.
            exists = outcome == .deleted ? nil : version != 0
        }
    }

    /// Adds what a later write to the document asks.
    ///
    /// Neither may be a verification, which stands alone.
    ///
    /// - Throws: INVALID_ARGUMENT for a write that cannot follow those before it.
    mutating func add(_ write: Write) throws(RPCStatus) {
        let next = WriteCondition(write)
        // A document that was just written is there, and one that was just deleted is not.
        if next.exists == (outcome == .deleted) {
            throw .invalidArgument("Cannot \(verb) then \(next.verb) an entity in the same request.")
        }
        if let wanted = next.version, wanted != version {
            throw .invalidArgument(
                "Cannot collapse mutations with different version preconditions "
                    + "(\(WriteCondition.text(version)) and \(WriteCondition.text(wanted)))")
        }
        outcome = next.outcome
    }

    /// What the writes so far amount to, in the words of Google's emulator.
    private var verb: String {
        if outcome == .deleted { return "delete" }
        return switch exists {
        case nil: "upsert"
        case true?: "update"
        case false?: "insert"
        }
    }

    private static func text(_ version: Int64?) -> String {
        version.map { "VersionPrecondition{exactBaseVersion=\($0), maxBaseVersion=null}" } ?? "null"
    }

    /// Checks the document as it was before the commit.
    ///
    /// - Parameters:
    ///   - stored: The document; nil when it is not there.
    ///   - deletionTime: When a document of this name was deleted, if it was.
    func check(_ name: DocumentName, stored: StoredDocument?, deletionTime: Timestamp?) throws(RPCStatus) {
        let storedVersion = (stored?.updateTime ?? deletionTime)?.microseconds ?? 0
        if let version, version != storedVersion {
            if stored != nil, version > storedVersion { throw .newerBaseVersion(name) }
            throw RPCStatus(
                .failedPrecondition,
                "the stored version (\(storedVersion)) does not match the required base version (\(version))")
        }
        if exists == true, stored == nil { throw .missingEntity(name) }
        if exists == false, stored != nil { throw .existingEntity(name) }
    }
}
