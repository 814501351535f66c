import FirestoreModel

/// The combined conditions of one commit's writes to one document.
///
/// Google's emulator first combines all writes to a document: it checks by their kinds whether they are compatible,
/// and then checks their conditions against the document before the commit.
struct WriteCondition {
    /// Whether the document must exist, or must not; nil if it does not matter.
    private var exists: Bool?
    /// The required version of the document, in microseconds; 0 stands for a document that never existed.
    private var version: Int64?
    private var outcome: Outcome

    /// The result of the writes so far.
    private enum Outcome {
        case unchanged, written, deleted
    }

    /// The condition of the first write to a document.
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
            // A document with a version exists; a delete does not mind if it is already deleted.
            exists = outcome == .deleted ? nil : version != 0
        }
    }

    /// Adds the condition of a later write to the document.
    ///
    /// Neither may be a verification, which must be the only write.
    ///
    /// - Throws: INVALID_ARGUMENT for a write that cannot follow those before it.
    mutating func add(_ write: Write) throws(RPCStatus) {
        let next = WriteCondition(write)
        // A document that was just written exists, and one that was just deleted does not.
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

    /// The effect of the writes so far, in the words of Google's emulator.
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
    ///   - stored: The document; nil if it does not exist.
    ///   - deletionTime: When a document of this name was deleted, if it was.
    ///   - profile: Whose messages a refusal has.
    func check(
        _ name: DocumentName, stored: StoredDocument?, deletionTime: Timestamp?,
        profile: EmulatorProfile = .emulator
    ) throws(RPCStatus) {
        let storedVersion = (stored?.updateTime ?? deletionTime)?.microseconds ?? 0
        if let version, version != storedVersion {
            if stored != nil, version > storedVersion { throw .newerBaseVersion(name) }
            throw RPCStatus(
                .failedPrecondition,
                "the stored version (\(storedVersion)) does not match the required base version (\(version))")
        }
        if exists == true, stored == nil { throw profile.missing(name) }
        if exists == false, stored != nil { throw profile.existing(name) }
    }
}
