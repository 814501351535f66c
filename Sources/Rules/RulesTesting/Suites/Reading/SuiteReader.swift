package import FirestoreModel

/// Reads suites of the short form.
package struct SuiteReader {
    let database: DatabaseID
    private var senders = SenderReader()

    /// Prepares to read.
    ///
    /// - Parameter database: The database that the suite will run in.
    package init(database: DatabaseID) {
        self.database = database
    }

    /// Reads a suite.
    mutating func suite(_ root: SuiteCursor) throws(SuiteProblem) -> RulesSuite {
        let members = try root.members(
            ["suite", "rules", "now", "users", "documents", "cases"], of: "a suite")
        guard let cases = members["cases"] else {
            throw root.problem("a suite needs \"cases\": a list of requests with what to expect")
        }
        if let users = members["users"] { try senders.read(users: users) }
        var suite = RulesSuite(
            file: root.file, name: try members["suite"]?.string() ?? root.file,
            rules: try members["rules"]?.string(), documents: [], cases: [])
        if let now = members["now"] { suite.now = try now.time() }
        if let documents = members["documents"] { suite.documents = try self.documents(documents) }
        for element in try cases.elements() { suite.cases.append(try readCase(element)) }
        if suite.cases.isEmpty { throw cases.problem("the suite has no cases") }
        return suite
    }

    private func documents(_ cursor: SuiteCursor) throws(SuiteProblem) -> [SuiteDocument] {
        if cursor.node.isNull { return [] }
        var documents: [SuiteDocument] = []
        for (key, value) in try cursor.entries() {
            let path = try documentPath(key, value)
            let write = value.node.isNull ? nil : try WriteReader(database: database).set(path, value)
            documents.append(SuiteDocument(path: path, write: write))
        }
        return documents
    }

    // MARK: Cases

    private static let operations = [
        "get", "list", "query", "count", "create", "set", "merge", "update", "delete", "batch", "transaction",
    ]

    private func readCase(_ cursor: SuiteCursor) throws(SuiteProblem) -> SuiteCase {
        let frame = try CaseFrame(cursor, keys: ["data"] + SuiteReader.operations)
        let given = try frame.given.map { value throws(SuiteProblem) in try documents(value) } ?? []
        var steps: [SuiteStep] = []
        for (step, kind) in frame.steps { steps.append(try self.step(step, of: kind)) }
        return SuiteCase(
            name: frame.name ?? steps.map(\.summary).joined(separator: ", then "), line: cursor.line,
            given: given, steps: steps)
    }

    private func step(_ cursor: SuiteCursor, of kind: CaseFrame.Kind) throws(SuiteProblem) -> SuiteStep {
        let head = try StepHead(
            cursor, of: kind, operations: SuiteReader.operations, others: ["data"], senders: senders)
        if let data = head.others["data"], !["create", "set", "merge", "update"].contains(head.name) {
            throw data.problem("\(head.name) takes no data")
        }
        let operation = try operation(head.name, head.operand, head.others["data"], in: cursor)
        return SuiteStep(
            identity: head.identity, operation: operation, expectation: head.expectation, line: cursor.line,
            summary: head.summary)
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
            "\"\(text)\" is no document: expected collection/document, or more such pairs, with slashes between them"
        )
    }
    return path
}
