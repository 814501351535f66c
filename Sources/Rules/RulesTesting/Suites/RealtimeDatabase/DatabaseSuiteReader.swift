import JSONText
import RealtimeDatabaseModel

/// Reads suites for the Realtime Database.
struct DatabaseSuiteReader {
    private static let operations = ["get", "query", "set", "update", "push", "remove"]
    private var senders = SenderReader()
    private let values = DatabaseValueReader()

    /// Reads a suite.
    func suite(_ root: SuiteCursor) throws(SuiteProblem) -> DatabaseSuite {
        let members = try root.members(
            ["suite", "rules", "now", "users", "data", "cases"],
            of: "a suite for the Realtime Database")
        guard let cases = members["cases"] else {
            throw root.problem("a suite needs \"cases\": a list of requests with what to expect")
        }
        var reader = self
        if let users = members["users"] { try reader.senders.read(users: users) }
        var suite = DatabaseSuite(
            file: root.file, name: try members["suite"]?.string() ?? root.file,
            rules: try members["rules"]?.string(), data: [], cases: [])
        if let now = members["now"] { suite.now = try now.time() }
        if let data = members["data"] { suite.data = try values.values(data) }
        for element in try cases.elements() { suite.cases.append(try reader.readCase(element)) }
        if suite.cases.isEmpty { throw cases.problem("the suite has no cases") }
        return suite
    }

    private func readCase(_ cursor: SuiteCursor) throws(SuiteProblem) -> DatabaseCase {
        let frame = try CaseFrame(cursor, keys: ["value", "data"] + DatabaseSuiteReader.operations)
        let given = try frame.given.map { given throws(SuiteProblem) in try values.values(given) } ?? []
        var steps: [DatabaseStep] = []
        for (step, kind) in frame.steps { steps.append(try self.step(step, of: kind)) }
        return DatabaseCase(
            name: frame.name ?? steps.map(\.summary).joined(separator: ", then "), line: cursor.line,
            given: given, steps: steps)
    }

    private func step(_ cursor: SuiteCursor, of kind: CaseFrame.Kind) throws(SuiteProblem) -> DatabaseStep {
        let head = try StepHead(
            cursor, of: kind, operations: DatabaseSuiteReader.operations, others: ["value", "data"],
            senders: senders)
        let wanted = ["set": "value", "push": "value", "update": "data"][head.name]
        for (name, other) in head.others where name != wanted {
            throw other.problem("\(head.name) takes no \(name)")
        }
        let operand = wanted.flatMap { head.others[$0] }
        if let wanted, operand == nil {
            throw cursor.problem("\(head.name) needs \"\(wanted)\"")
        }
        var summary = head.summary
        let operation: DatabaseOperation
        switch (head.name, operand) {
        case ("set", let value?): operation = .set(try values.value(value, at: head.operand.databasePath()))
        case ("push", let value?):
            operation = .push(try values.value(value, below: head.operand.databasePath()))
        case ("update", let data?):
            operation = .update(try values.update(data, at: head.operand.databasePath()))
        case ("remove", _):
            operation = .set(DatabaseValue(path: try head.operand.databasePath(), json: .null))
        case ("query", _):
            let (path, query) = try DatabaseQueryReader().query(head.operand)
            summary += path.keys.map(\.string).joined(separator: "/")
            operation = .read(path, query)
        default: operation = .read(try head.operand.databasePath(), nil)
        }
        return DatabaseStep(
            identity: head.identity, operation: operation, expectation: head.expectation, line: cursor.line,
            summary: summary)
    }
}

extension SuiteCursor {
    /// A path of the Realtime Database.
    func databasePath() throws(SuiteProblem) -> DatabasePath { try databasePath(try string()) }

    /// A path of the Realtime Database that stands here as a text, or as the key that leads here.
    func databasePath(_ text: String) throws(SuiteProblem) -> DatabasePath {
        do throws(DataProblem) {
            let path = try DatabasePath(text)
            if path.keys.count <= DatabasePath.maximumDepth { return path }
        } catch {
            throw problem(error.reason)
        }
        throw problem("the path is deeper than \(DatabasePath.maximumDepth) keys")
    }
}
