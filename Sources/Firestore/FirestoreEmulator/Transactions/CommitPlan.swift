import FirestoreModel

/// The effect of a list of writes on a state, computed completely before anything changes, so that a commit is
/// executed as a whole or not at all.
struct CommitPlan {
    /// The changed documents, each with its new version, or nil if it is deleted.
    private(set) var changes: [(path: DocumentPath, document: StoredDocument?)] = []
    /// One result for each write, in order.
    private(set) var results: [WriteResult] = []
    /// The approximate size of the old versions that the commit replaces, in bytes.
    private(set) var replacedSize = 0

    private let commitTime: Timestamp
    private let requestTime: Timestamp
    private let profile: EmulatorProfile

    /// Computes the effect of writes.
    ///
    /// - Parameters:
    ///   - list: The writes, in order; a later one sees the effect of an earlier one.
    ///   - state: The state to apply them to.
    ///   - commitTime: The time for changed documents.
    ///   - requestTime: The time for server timestamps.
    ///   - profile: Whose messages a refusal has.
    /// - Throws: The refusal of the first document whose writes cannot be executed.
    init(
        _ list: WriteList, in state: DatabaseState, commitTime: Timestamp, requestTime: Timestamp,
        profile: EmulatorProfile = .emulator
    ) throws(RPCStatus) {
        self.profile = profile
        self.commitTime = commitTime
        self.requestTime = requestTime
        results = list.writes.map { _ in WriteResult(updateTime: nil) }
        for group in list.groups { try carryOut(group, of: list.writes, in: state) }
    }

    private mutating func carryOut(_ group: WriteGroup, of writes: [Write], in state: DatabaseState)
        throws(RPCStatus)
    {
        let path = group.name.path
        var draft = DocumentDraft(stored: state.document(path), requestTime: requestTime)
        let deletionTime = state.deletionTime(path)
        try group.condition.check(
            group.name, stored: draft.stored, deletionTime: deletionTime, profile: profile)
        for index in group.indices { results[index].transformResults = draft.apply(writes[index]) }

        var updateTime = try settle(group.name, draft)
        // The response for a missing verified document says since when it has been missing.
        if updateTime == nil, group.isVerification { updateTime = deletionTime ?? timeBeforeCommit }
        for index in group.indices { results[index].updateTime = updateTime }
    }

    private var timeBeforeCommit: Timestamp { Timestamp(microseconds: commitTime.microseconds - 1) }

    /// Turns a draft into a change, unless nothing changed.
    ///
    /// - Returns: The document's update time after the commit; nil if it does not exist.
    private mutating func settle(_ name: DocumentName, _ draft: DocumentDraft) throws(RPCStatus) -> Timestamp?
    {
        guard let fields = draft.fields else {
            if let stored = draft.stored {
                changes.append((name.path, nil))
                replacedSize += stored.fields.storageSize
            }
            return nil
        }
        let old = draft.isRecreated ? nil : draft.stored
        if let old, old.fields == fields { return old.updateTime }
        if Document(name: name, fields: fields).storageSize > Document.maximumSize {
            throw .invalidArgument("maximum entity size is \(Document.maximumSize) bytes")
        }
        let document = StoredDocument(
            name: name, fields: fields, createTime: old?.createTime ?? commitTime, updateTime: commitTime)
        changes.append((name.path, document))
        replacedSize += draft.stored?.fields.storageSize ?? 0
        return commitTime
    }
}
