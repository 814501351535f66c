import FirestoreModel

/// What a list of writes makes of a state: worked out as a whole before anything changes, so that a commit is carried
/// out all together or not at all.
struct CommitPlan {
    /// The documents that change, each with its new version, or nil where it is deleted.
    private(set) var changes: [(path: DocumentPath, document: StoredDocument?)] = []
    /// One result for each write, in order.
    private(set) var results: [WriteResult] = []
    /// About how many bytes of old versions the commit replaces.
    private(set) var replacedSize = 0

    private let commitTime: Timestamp
    private let requestTime: Timestamp

    /// Works out the writes.
    ///
    /// - Parameters:
    ///   - list: The writes, in order; a later one sees what an earlier one did.
    ///   - state: The state that they meet.
    ///   - commitTime: The time that changed documents take.
    ///   - requestTime: The time that server timestamps take.
    /// - Throws: The refusal of the first document whose writes cannot be carried out.
    init(_ list: WriteList, in state: DatabaseState, commitTime: Timestamp, requestTime: Timestamp)
        throws(RPCStatus)
    {
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
        try group.condition.check(group.name, stored: draft.stored, deletionTime: deletionTime)
        for index in group.indices { results[index].transformResults = draft.apply(writes[index]) }

        var updateTime = try settle(group.name, draft)
        // The answer to a verified document that is not there tells how long it has not been.
        if updateTime == nil, group.isVerification { updateTime = deletionTime ?? timeBeforeCommit }
        for index in group.indices { results[index].updateTime = updateTime }
    }

    private var timeBeforeCommit: Timestamp { Timestamp(microseconds: commitTime.microseconds - 1) }

    /// Turns a draft into a change, unless it ends as it began.
    ///
    /// - Returns: The document's update time after the commit; nil when it is not there.
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
