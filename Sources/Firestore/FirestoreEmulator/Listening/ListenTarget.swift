import FirestoreModel
import FirestoreRPC
import FirestoreRules

/// What a client listens to. A value that keeps no documents: what the target holds follows from a state of the database.
struct ListenTarget: Sendable {
    enum Content: Sendable {
        /// Documents by path, each once.
        case documents([DocumentName])
        case query(QueryPlan)
    }

    let id: Int32
    let content: Content
    /// Identifies the content, so that a token is not taken for another target's.
    let tag: UInt32
    /// Whether the target is removed when it is current.
    let once: Bool
    /// The number of documents that the client has at the resume point, if it says so.
    let expectedCount: Int?

    /// Checks a target.
    ///
    /// - Parameters:
    ///   - id: The client's number, or the server's.
    ///   - database: The database of the stream.
    /// - Throws: The refusal, with which the target is removed.
    init(_ target: Target, id: Int32, in database: DatabaseID) throws(RPCStatus) {
        self.id = id
        once = target.once
        expectedCount = target.expectedCount.map { Int($0) }
        tag = ListenTarget.tag(of: target.content)
        switch target.content {
        case .documents(let names): content = .documents(try ListenTarget.names(names, in: database))
        case .query(let query, let parent):
            let name = try ResourceName(wire: parent, as: .parent)
            if name.database != database { throw ListenTarget.otherDatabase(parent, database) }
            if let refusal = query.filter?.refusalOfCombination { throw .invalidArgument(refusal) }
            content = .query(
                try QueryPlan(query, in: database, parent: try name.parent(wire: parent)))
        case .refused(let status): throw status
        }
    }

    private static func names(
        _ names: [WrittenName], in database: DatabaseID
    ) throws(RPCStatus) -> [DocumentName] {
        var seen: Set<DocumentPath> = []
        var result: [DocumentName] = []
        for text in names {
            let name = try DocumentName(wire: text.string)
            if name.database != database { throw otherDatabase(text.string, database) }
            if seen.insert(name.path).inserted { result.append(name) }
        }
        return result
    }

    private static func otherDatabase(_ name: String, _ database: DatabaseID) -> RPCStatus {
        .invalidArgument("\"\(name)\" is in another database than the stream, \"\(database)\".")
    }

    /// A number that content of the same words has in this process.
    private static func tag(of content: Target.Content) -> UInt32 {
        UInt32(truncatingIfNeeded: String(describing: content).hashValue)
    }

    /// What the rules are asked: `get` for documents, `list` for queries.
    func operations() throws(RPCStatus) -> [RulesOperation] {
        switch content {
        case .documents(let names): names.map { .get($0.path) }
        case .query(let plan): [.list(try ListOperation(plan))]
        }
    }

    /// Where changes concern the target.
    var interests: [ListenInterest] {
        switch content {
        case .documents(let names): return names.map { .document($0.path) }
        case .query(let plan):
            if let path = plan.singleCollection { return [.collection(path)] }
            return [plan.collectionID.map { .group($0) } ?? .all]
        }
    }

    /// The fields that the client gets; nil for all.
    var mask: DocumentMask? {
        switch content {
        case .documents: nil
        case .query(let plan): plan.mask
        }
    }
}

/// The documents of a target.
extension ListenTarget {
    /// The documents in a state.
    func documents(in state: DatabaseState) -> [StoredDocument] {
        switch content {
        case .documents(let names): names.compactMap { state.document($0.path) }
        case .query(let plan): plan.run(on: state).documents
        }
    }

    /// The named documents that do not exist in a state; none for a query.
    func missing(in state: DatabaseState) -> [DocumentName] {
        switch content {
        case .documents(let names): names.filter { state.document($0.path) == nil }
        case .query: []
        }
    }

    /// How the documents differ between two states.
    func difference(from old: DatabaseState, to new: DatabaseState) -> TargetDifference {
        var difference = TargetDifference()
        switch content {
        case .documents(let names):
            for name in names {
                let document = (old: old.document(name.path), new: new.document(name.path))
                if document.old !== document.new { difference.add(document, wasIn: true, isIn: true) }
            }
        case .query(let plan) where plan.limits:
            let isTouched = plan.isTouched(from: old, to: new)
            if isTouched { difference = plan.differenceOfResults(from: old, to: new) }
        case .query(let plan):
            plan.forEachDifference(from: old, to: new) { document in
                difference.add(
                    document, wasIn: document.old.map { plan.match($0) != nil } ?? false,
                    isIn: document.new.map { plan.match($0) != nil } ?? false)
            }
        }
        return difference
    }
}
