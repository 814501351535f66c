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
        var draft = Draft(stored: state.document(path), requestTime: requestTime)
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
    private mutating func settle(_ name: DocumentName, _ draft: Draft) throws(RPCStatus) -> Timestamp? {
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

/// A document while the writes to it are worked through.
private struct Draft {
    /// The version before the commit.
    let stored: StoredDocument?
    let requestTime: Timestamp
    /// The fields after the writes so far; nil when the document is not there.
    private(set) var fields: MapValue?
    /// True once the document was deleted on the way: what follows creates it anew.
    private(set) var isRecreated = false

    init(stored: StoredDocument?, requestTime: Timestamp) {
        self.stored = stored
        self.requestTime = requestTime
        fields = stored?.fields
    }

    /// Carries out one write.
    ///
    /// - Returns: What its transforms report.
    mutating func apply(_ write: Write) -> [Value] {
        switch write.operation {
        case .verify: return []
        case .delete:
            isRecreated = true
            fields = nil
            return []
        case .update(_, let new, let mask):
            var target = mask == nil ? new : take()
            for path in mask?.fieldPaths ?? [] where !path.isDocumentID {
                if let value = new[path] { target.set(value, at: path) } else { target.remove(at: path) }
            }
            return finish(target, write.transforms)
        case .transform: return finish(take(), write.transforms)
        }
    }

    /// The fields, given up here so that they change in place.
    private mutating func take() -> MapValue {
        defer { fields = nil }
        return fields ?? MapValue()
    }

    private mutating func finish(_ target: MapValue, _ transforms: [FieldTransform]) -> [Value] {
        var (target, results) = (target, [Value]())
        for transform in transforms {
            let (value, reported) = transform.operation.apply(
                to: target[transform.field], requestTime: requestTime)
            target.set(value, at: transform.field)
            results.append(reported)
        }
        fields = target
        return results
    }
}
