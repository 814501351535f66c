import JSONText
import RealtimeDatabaseModel

/// Suites for the Realtime Database: values, and requests for them.
struct DatabaseSuiteForm: SuiteForm {
    static let title = "a suite for the Realtime Database"
    static let dataKey = "data"
    static let operations = ["get", "query", "set", "update", "push", "remove"]
    static let others = ["value", "data"]

    private let values = DatabaseValueReader()

    func items(_ cursor: SuiteCursor) throws(SuiteProblem) -> [DatabaseValue] { try values.values(cursor) }

    func operation(
        _ head: StepHead, in step: SuiteCursor
    ) throws(SuiteProblem) -> (DatabaseOperation, about: String) {
        let wanted = ["set": "value", "push": "value", "update": "data"][head.name]
        for (name, other) in head.others where name != wanted {
            throw other.problem("\(head.name) takes no \(name)")
        }
        let operand = wanted.flatMap { head.others[$0] }
        if let wanted, operand == nil {
            throw step.problem("\(head.name) needs \"\(wanted)\"")
        }
        switch (head.name, operand) {
        case ("set", let value?): return (.set(try values.value(value, at: head.operand.databasePath())), "")
        case ("push", let value?):
            return (.push(try values.value(value, below: head.operand.databasePath())), "")
        case ("update", let data?):
            return (.update(try values.update(data, at: head.operand.databasePath())), "")
        case ("remove", _):
            return (.set(DatabaseValue(path: try head.operand.databasePath(), json: .null)), "")
        case ("query", _):
            let (path, query) = try DatabaseQueryReader().query(head.operand)
            return (.read(path, query), path.keys.map(\.string).joined(separator: "/"))
        default: return (.read(try head.operand.databasePath(), nil), "")
        }
    }
}

extension SuiteCursor {
    /// A path of the Realtime Database.
    func databasePath() throws(SuiteProblem) -> DatabasePath { try databasePath(try string()) }

    /// A path of the Realtime Database, from a text at this place or the key that leads here.
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
