import JSONText
import RealtimeDatabaseModel

/// Reads data of the Realtime Database: scalars, lists and maps. A map with one `$` key is a value that YAML cannot express.
///
/// Everything that can be wrong regardless of the data is checked here, so that mistakes are reported with their place.
struct DatabaseValueReader {
    /// The longest text that `$repeat` makes, and all those of a suite together, in bytes.
    private static let longestRepetitions = (one: 1 << 20, all: 64 << 20)

    /// What is left of that.
    private final class Room {
        var bytes = longestRepetitions.all
    }

    private let room = Room()

    /// Data by path; null deletes.
    func values(_ cursor: SuiteCursor) throws(SuiteProblem) -> [DatabaseValue] {
        if cursor.node.isNull { return [] }
        var values: [DatabaseValue] = []
        for (key, value) in try cursor.entries() {
            values.append(try self.value(value, at: value.databasePath(key)))
        }
        return values
    }

    /// The value to write at a path.
    func value(_ cursor: SuiteCursor, at path: DatabasePath) throws(SuiteProblem) -> DatabaseValue {
        let json = try json(cursor)
        try cursor.check { () throws(DataProblem) in
            _ = try DataReader(now: 0).node(json, over: .null, at: path)
        }
        return DatabaseValue(path: path, json: json)
    }

    /// The value to write at a new child of a path, whose key is not known yet.
    func value(_ cursor: SuiteCursor, below path: DatabasePath) throws(SuiteProblem) -> DatabaseValue {
        let child = try value(cursor, at: path.appending("key"))
        return DatabaseValue(path: path, json: child.json)
    }

    /// The paths of an update.
    func update(_ cursor: SuiteCursor, at path: DatabasePath) throws(SuiteProblem) -> DatabaseValue {
        var members: [JSON.Member] = []
        for (key, value) in try cursor.entries() { members.append(JSON.Member(key, try json(value))) }
        if members.isEmpty { throw cursor.problem("there is nothing to update") }
        try cursor.check { () throws(DataProblem) in
            _ = try DatabaseUpdate(
                patch: .object(members), at: path, of: .null, reader: DataReader(now: 0))
        }
        return DatabaseValue(path: path, json: .object(members))
    }

    private func json(_ cursor: SuiteCursor) throws(SuiteProblem) -> JSON {
        switch cursor.node.content {
        case .null: return .null
        case .bool(let bool): return .boolean(bool)
        case .int(let number): return .number(String(number))
        case .double(let number):
            guard number.isFinite else { throw cursor.problem("the database cannot store this number") }
            return .number(number.description)
        case .string(let text): return .string(text)
        case .list:
            var elements: [JSON] = []
            for element in try cursor.elements() { elements.append(try json(element)) }
            return .array(elements)
        case .map:
            let entries = try cursor.entries()
            if let (tag, operand) = ValueReader.tag(entries) { return try tagged(tag, operand, cursor) }
            var members: [JSON.Member] = []
            for (key, value) in entries { members.append(JSON.Member(key, try json(value))) }
            return .object(members)
        }
    }

    private func tagged(
        _ tag: String, _ operand: SuiteCursor, _ whole: SuiteCursor
    ) throws(SuiteProblem) -> JSON {
        switch tag {
        case "$serverTimestamp":
            guard case .bool(true) = operand.node.content else { throw operand.problem("expected true") }
            return .object([JSON.Member(".sv", .string("timestamp"))])
        case "$increment":
            guard case .number(let digits) = try json(operand) else {
                throw operand.problem("expected a number, found \(operand.node.kind)")
            }
            return .object([
                JSON.Member(".sv", .object([JSON.Member("increment", .number(digits))]))
            ])
        case "$repeat": return .string(try repetition(operand))
        default:
            throw whole.problem("there is no \(tag); there are $serverTimestamp, $increment, $repeat")
        }
    }

    /// A long text: a short one, repeated.
    private func repetition(_ cursor: SuiteCursor) throws(SuiteProblem) -> String {
        let parts = try cursor.elements()
        guard parts.count == 2 else { throw cursor.problem("expected [text, how often]") }
        let (text, count) = (try parts[0].string(), try parts[1].int())
        let (length, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
        let longest = DatabaseValueReader.longestRepetitions
        guard count >= 0, !overflow, max(length, count) <= longest.one else {
            throw cursor.problem("the text would be longer than \(longest.one) bytes")
        }
        room.bytes -= length
        if room.bytes < 0 {
            throw cursor.problem("the long texts of the suite are longer than \(longest.all >> 20) MB")
        }
        return String(repeating: text, count: count)
    }
}

extension SuiteCursor {
    /// Reports a value that the database would refuse.
    func check(_ body: () throws(DataProblem) -> Void) throws(SuiteProblem) {
        do throws(DataProblem) {
            try body()
        } catch {
            throw problem(error.reason)
        }
    }
}
