import FirestoreModel

/// An open transaction: what it has read, so that its commit can be refused if that has changed.
struct Transaction: Sendable {
    /// The names and versions of a query's results.
    struct QueryRead: Sendable {
        let plan: QueryPlan
        let versions: [Version]
    }

    struct Version: Sendable, Equatable {
        let name: DocumentName
        let updateTime: Timestamp
    }

    enum Mode: Sendable {
        /// Sees the latest state at each read; the commit checks that nothing read has changed.
        case readWrite
        /// Sees one state throughout.
        case readOnly(DatabaseState, readTime: Timestamp)
    }

    let mode: Mode
    let began: Timestamp
    var lastUsed: Timestamp
    /// The update times of the documents read, when first read; nil for missing ones.
    private(set) var documentReads: [DocumentPath: Timestamp?] = [:]
    private(set) var queryReads: [QueryRead] = []

    init(_ mode: Mode, at time: Timestamp) {
        self.mode = mode
        began = time
        lastUsed = time
    }

    mutating func didRead(_ path: DocumentPath, _ document: StoredDocument?) {
        guard case .readWrite = mode, documentReads[path] == nil else { return }
        documentReads.updateValue(document?.updateTime, forKey: path)
    }

    mutating func didRun(_ plan: QueryPlan, _ result: QueryResult) {
        guard case .readWrite = mode else { return }
        queryReads.append(QueryRead(plan: plan, versions: Self.versions(result)))
    }

    /// True if everything that was read is unchanged.
    func isUpToDate(with state: DatabaseState) -> Bool {
        documentReads.allSatisfy { path, updateTime in state.document(path)?.updateTime == updateTime }
            && queryReads.allSatisfy { Self.versions($0.plan.run(on: state)) == $0.versions }
    }

    private static func versions(_ result: QueryResult) -> [Version] {
        result.documents.map { Version(name: $0.name, updateTime: $0.updateTime) }
    }
}
