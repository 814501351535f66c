import FirestoreModel

/// Suites for Firestore: documents, and requests for them.
struct FirestoreSuiteForm: SuiteForm {
    static let title = "a suite"
    static let dataKey = "documents"
    static let operations = [
        "get", "list", "query", "count", "create", "set", "merge", "update", "delete", "batch", "transaction",
    ]
    static let others = ["data"]

    /// The database that the suite will run in.
    let database: DatabaseID

    func items(_ cursor: SuiteCursor) throws(SuiteProblem) -> [SuiteDocument] {
        if cursor.node.isNull { return [] }
        var documents: [SuiteDocument] = []
        for (key, value) in try cursor.entries() {
            let path = try documentPath(key, value)
            let write = value.node.isNull ? nil : try WriteReader(database: database).set(path, value)
            documents.append(SuiteDocument(path: path, write: write))
        }
        return documents
    }

    func operation(
        _ head: StepHead, in step: SuiteCursor
    ) throws(SuiteProblem) -> (SuiteOperation, about: String) {
        let data = head.others["data"]
        if let data, !["create", "set", "merge", "update"].contains(head.name) {
            throw data.problem("\(head.name) takes no data")
        }
        return (try operation(head.name, head.operand, data, in: step), "")
    }

    private func operation(
        _ name: String, _ cursor: SuiteCursor, _ data: SuiteCursor?, in step: SuiteCursor
    ) throws(SuiteProblem) -> SuiteOperation {
        switch name {
        case "get": return .get(try documentPath(try cursor.string(), cursor))
        case "list": return .query(try QueryReader(database: database).list(cursor))
        case "query": return .query(try QueryReader(database: database).query(cursor))
        case "count":
            let members = try cursor.entries()
            let inner = members.count == 1 && members[0].key == "query" ? members[0].value : cursor
            return .count(try QueryReader(database: database).query(inner))
        case "batch": return .commit(try WriteReader(database: database).batch(cursor))
        case "transaction": return try WriteReader(database: database).transaction(cursor)
        default:
            let write = try WriteReader(database: database).write(name, cursor, data, in: step)
            return .commit([write])
        }
    }
}

/// Reads a document's path.
func documentPath(_ text: String, _ cursor: SuiteCursor) throws(SuiteProblem) -> DocumentPath {
    let ids = text.split(separator: "/", omittingEmptySubsequences: false).map { ResourceID(String($0)) }
    guard let path = DocumentPath(segments: ids), !ids.contains(where: { $0.problem != nil }) else {
        throw cursor.problem(
            "\"\(text)\" is not a document: expected collection/document, or more such pairs, separated by slashes"
        )
    }
    return path
}
