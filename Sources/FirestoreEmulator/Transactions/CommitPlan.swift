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

    /// How the last write to a document left it, which decides what may follow in the same commit.
    private enum Step: String {
        case insert, update, upsert, delete
    }

    /// A document while the writes are worked through.
    private struct Draft {
        /// The version before the commit.
        let stored: StoredDocument?
        /// The fields after the writes so far; nil when the document is not there.
        var fields: MapValue?
        /// True once the document was deleted on the way: what follows creates it anew.
        var isRecreated = false
        var lastStep: Step?

        init(stored: StoredDocument?) {
            self.stored = stored
            fields = stored?.fields
        }
    }

    private var drafts: [DocumentPath: Draft] = [:]
    private var order: [DocumentPath] = []

    /// Works out the writes.
    ///
    /// - Parameters:
    ///   - writes: The writes, in order; a later one sees what an earlier one did.
    ///   - state: The state that they meet.
    ///   - commitTime: The time that changed documents take.
    ///   - requestTime: The time that server timestamps take.
    /// - Throws: The refusal of the first write that cannot be carried out.
    init(_ writes: [Write], in state: DatabaseState, commitTime: Timestamp, requestTime: Timestamp) throws(RPCStatus) {
        for write in writes { try WriteValidation.check(write) }
        var transformResults: [[Value]] = []
        transformResults.reserveCapacity(writes.count)
        for write in writes { transformResults.append(try apply(write, state: state, requestTime: requestTime)) }

        var updateTimes: [DocumentPath: Timestamp] = [:]
        for path in order {
            guard let draft = drafts[path] else { continue }
            updateTimes[path] = try settle(path, draft, name: writes, commitTime: commitTime)
        }
        results = zip(writes, transformResults).map { write, values in
            WriteResult(updateTime: updateTimes[write.name.path], transformResults: values)
        }
    }

    /// Carries out one write on the drafts.
    private mutating func apply(_ write: Write, state: DatabaseState, requestTime: Timestamp) throws(RPCStatus) -> [Value] {
        let path = write.name.path
        // Taken out while it is worked on, so that its fields change in place.
        var draft = drafts.removeValue(forKey: path) ?? {
            order.append(path)
            return Draft(stored: state.document(path))
        }()
        try Self.check(write, draft)
        var results: [Value] = []
        switch write.operation {
        case .verify: break
        case .delete:
            draft.isRecreated = true
            draft.fields = nil
            draft.lastStep = .delete
        case .update(_, let fields, let mask):
            var target = mask == nil ? fields : draft.fields ?? MapValue()
            for path in mask?.fieldPaths ?? [] where !path.isDocumentID {
                if let value = fields[path] { target.set(value, at: path) } else { target.remove(at: path) }
            }
            results = Self.transform(&target, write.transforms, requestTime: requestTime)
            draft.fields = target
            draft.lastStep = Self.step(write)
        case .transform:
            var target = draft.fields ?? MapValue()
            results = Self.transform(&target, write.transforms, requestTime: requestTime)
            draft.fields = target
            draft.lastStep = Self.step(write)
        }
        drafts[path] = draft
        return results
    }

    private static func step(_ write: Write) -> Step {
        switch write.precondition {
        case nil: .upsert
        case .exists(false)?: .insert
        case .exists(true)?, .updateTime?: .update
        }
    }

    private static func transform(
        _ fields: inout MapValue, _ transforms: [FieldTransform], requestTime: Timestamp
    ) -> [Value] {
        var results: [Value] = []
        for transform in transforms where !transform.field.isDocumentID {
            let (value, reported) = transform.operation.apply(to: fields[transform.field], requestTime: requestTime)
            fields.set(value, at: transform.field)
            results.append(reported)
        }
        return results
    }

    /// Turns a draft into a change, unless it ends as it began.
    ///
    /// - Returns: The document's update time after the commit; nil when it is not there.
    private mutating func settle(
        _ path: DocumentPath, _ draft: Draft, name writes: [Write], commitTime: Timestamp
    ) throws(RPCStatus) -> Timestamp? {
        guard let fields = draft.fields else {
            if let stored = draft.stored {
                changes.append((path, nil))
                replacedSize += stored.fields.storageSize
            }
            return nil
        }
        if let stored = draft.stored, !draft.isRecreated, stored.fields == fields { return stored.updateTime }
        guard let name = draft.stored?.name ?? writes.first(where: { $0.name.path == path })?.name else { return nil }
        if Document(name: name, fields: fields).storageSize > Document.maximumSize {
            throw .invalidArgument("maximum entity size is \(Document.maximumSize) bytes")
        }
        let createTime = draft.isRecreated ? commitTime : draft.stored?.createTime ?? commitTime
        changes.append(
            (path, StoredDocument(name: name, fields: fields, createTime: createTime, updateTime: commitTime)))
        replacedSize += draft.stored?.fields.storageSize ?? 0
        return commitTime
    }
}

// MARK: Preconditions

extension CommitPlan {
    private static func check(_ write: Write, _ draft: Draft) throws(RPCStatus) {
        switch write.precondition {
        case nil: return
        case .exists(let wanted):
            if let last = draft.lastStep { return try check(exists: wanted, after: last) }
            if wanted, draft.stored == nil { throw missing(write.name) }
            if !wanted, draft.stored != nil { throw alreadyExists(write.name) }
        case .updateTime(let wanted):
            // Also for a second write to the document: what counts is the version before the commit.
            let stored = draft.stored?.updateTime.microseconds ?? 0
            if stored != wanted.microseconds || draft.stored == nil {
                throw RPCStatus(
                    .failedPrecondition,
                    "the stored version (\(stored)) does not match the required base version (\(wanted.microseconds))")
            }
        }
    }

    /// Combinations within one commit are judged by their kinds, as Google's emulator does.
    private static func check(exists wanted: Bool, after last: Step) throws(RPCStatus) {
        switch (last, wanted) {
        case (.delete, true):
            throw .invalidArgument("Cannot delete then update an entity in the same request.")
        case (.insert, false), (.update, false), (.upsert, false):
            throw .invalidArgument("Cannot \(last.rawValue) then insert an entity in the same request.")
        case (.delete, false), (.insert, true), (.update, true), (.upsert, true): return
        }
    }

    private static func missing(_ name: DocumentName) -> RPCStatus {
        let segments = name.path.segments
        var text = "no entity to update: app: \"dev~\(name.database.project)\"\npath <\n"
        for index in stride(from: 0, to: segments.count, by: 2) {
            let id = segments[index + 1]
            let name = id.number.map { "id: \($0)" } ?? "name: \"\(id)\""
            text += "  Element {\n    type: \"\(segments[index])\"\n    \(name)\n  }\n"
        }
        return RPCStatus(.notFound, text + ">\n")
    }

    private static func alreadyExists(_ name: DocumentName) -> RPCStatus {
        let path = name.path.segments.map { id in id.number.map { "/\($0)L" } ?? "/\(id)" }.joined()
        return RPCStatus(
            .alreadyExists, "entity already exists: EntityRef{partitionRef=dev~\(name.database.project), path=\(path)}")
    }
}
