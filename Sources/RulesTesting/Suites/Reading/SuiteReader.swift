import FirestoreClient
package import FirestoreModel

/// Reads suites of the short form.
package struct SuiteReader {
    let database: DatabaseID
    private var users: [String: [String: ClaimValue]] = [:]

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
        if let users = members["users"] { try read(users: users) }
        var suite = RulesSuite(
            file: root.file, name: try members["suite"]?.string() ?? root.file,
            rules: try members["rules"]?.string(), documents: [], cases: [])
        if let now = members["now"] { suite.now = try time(now) }
        if let documents = members["documents"] { suite.documents = try self.documents(documents) }
        for element in try cases.elements() { suite.cases.append(try readCase(element)) }
        if suite.cases.isEmpty { throw cases.problem("the suite has no cases") }
        return suite
    }

    private mutating func read(users cursor: SuiteCursor) throws(SuiteProblem) {
        for (name, claims) in try cursor.entries() { users[name] = try self.claims(claims) }
    }

    private func claims(_ cursor: SuiteCursor) throws(SuiteProblem) -> [String: ClaimValue] {
        if cursor.node.isNull { return [:] }
        var claims: [String: ClaimValue] = [:]
        for (name, value) in try cursor.entries() {
            if name == "uid" {
                throw value.problem("a token has no claim uid; the user's id is set by itself")
            }
            claims[name] = value.node.claim
        }
        return claims
    }

    private func time(_ cursor: SuiteCursor) throws(SuiteProblem) -> Timestamp {
        guard let time = Timestamp(rfc3339: try cursor.string()) else {
            throw cursor.problem("expected a time such as 2026-01-01T12:00:00Z")
        }
        return time
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
        let members = try cursor.members(
            ["name", "given", "steps", "as", "expect", "data"] + SuiteReader.operations, of: "a case")
        let given = try members["given"].map { value throws(SuiteProblem) in try documents(value) } ?? []
        var steps: [SuiteStep] = []
        if let list = members["steps"] {
            for name in members.keys.sorted() where !["name", "given", "steps"].contains(name) {
                throw members[name]?.problem("a case with steps says \"\(name)\" in its steps")
                    ?? cursor.problem("a case with steps has nothing else to do")
            }
            for step in try list.elements() { steps.append(try self.step(step, of: "a step")) }
            if steps.isEmpty { throw list.problem("there are no steps") }
        } else {
            steps = [try step(cursor, of: "a case")]
        }
        return SuiteCase(
            name: try members["name"]?.string() ?? steps.map(\.summary).joined(separator: ", then "),
            line: cursor.line, given: given, steps: steps)
    }

    private func step(_ cursor: SuiteCursor, of kind: String) throws(SuiteProblem) -> SuiteStep {
        let extra = kind == "a case" ? ["name", "given", "steps"] : ["name"]
        let members = try cursor.members(["as", "expect", "data"] + extra + SuiteReader.operations, of: kind)
        let named = SuiteReader.operations.filter { members[$0] != nil }
        guard let name = named.first, named.count == 1, let operation = members[name] else {
            throw cursor.problem(
                named.isEmpty
                    ? "\(kind) needs one of: \(SuiteReader.operations.joined(separator: ", "))"
                    : "\(kind) does one thing, this one has \(named.joined(separator: " and ")); use steps for several"
            )
        }
        guard let expect = members["expect"] else {
            throw cursor.problem("\(kind) needs \"expect\": allowed, denied, or {denied: TEXT}")
        }
        guard let sender = members["as"] else {
            throw cursor.problem("\(kind) needs \"as\": a user, nobody, or admin")
        }
        if let data = members["data"], !["create", "set", "merge", "update"].contains(name) {
            throw data.problem("\(name) takes no data")
        }
        let identity = try identity(sender)
        return SuiteStep(
            identity: identity, operation: try self.operation(name, operation, members["data"], in: cursor),
            expectation: try expectation(expect), line: cursor.line,
            summary: "\(identity.summary): \(name) \(SuiteReader.summary(operation))")
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

    private func identity(_ cursor: SuiteCursor) throws(SuiteProblem) -> SuiteIdentity {
        if case .map = cursor.node.content {
            let members = try cursor.members(["uid", "token"], of: "a user")
            guard let uid = members["uid"] else { throw cursor.problem("a user needs \"uid\"") }
            let own = try members["token"].map { token throws(SuiteProblem) in try claims(token) }
            return .user(uid: try text(of: uid), claims: own ?? [:])
        }
        switch try cursor.string() {
        case "nobody": return .nobody
        case "admin": return .admin
        case let name: return .user(uid: try text(of: cursor), claims: users[name] ?? [:])
        }
    }

    private func text(of uid: SuiteCursor) throws(SuiteProblem) -> String {
        let text = try uid.string()
        if text.isEmpty { throw uid.problem("a user's id must not be empty") }
        return text
    }

    private func expectation(_ cursor: SuiteCursor) throws(SuiteProblem) -> SuiteExpectation {
        let help = "expected allowed, denied, or {denied: TEXT}"
        if case .map = cursor.node.content {
            let members = try cursor.members(["denied"], of: "what is expected")
            guard let text = members["denied"] else { throw cursor.problem(help) }
            return .denied(containing: try text.string())
        }
        switch cursor.node.content {
        case .string("allowed"): return .allowed
        case .string("denied"): return .denied(containing: nil)
        default: throw cursor.problem(help)
        }
    }

    /// What an operation is about, in few words.
    private static func summary(_ cursor: SuiteCursor) -> String {
        switch cursor.node.content {
        case .string(let text): text
        case .list(let elements): "of \(elements.count)"
        default: ""
        }
    }
}

extension SuiteIdentity {
    var summary: String {
        switch self {
        case .nobody: "nobody"
        case .admin: "admin"
        case .user(let uid, _): uid
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
