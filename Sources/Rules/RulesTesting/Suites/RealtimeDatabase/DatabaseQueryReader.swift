import RealtimeDatabaseModel

/// Reads queries of the Realtime Database: a path, and the parameters of the REST API.
struct DatabaseQueryReader {
    private static let texts = ["orderBy"]
    private static let bounds = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"]
    private static let limits = ["limitToFirst", "limitToLast"]

    func query(_ cursor: SuiteCursor) throws(SuiteProblem) -> (DatabasePath, DataQuery?) {
        let names = DatabaseQueryReader.texts + DatabaseQueryReader.bounds + DatabaseQueryReader.limits
        let members = try cursor.members(["path"] + names, of: "a query")
        guard let place = members["path"] else { throw cursor.problem("a query needs \"path\"") }
        let path = try place.databasePath()
        var parameters: [(name: String, value: String)] = []
        for name in names {
            guard let member = members[name] else { continue }
            parameters.append((name, try text(member, of: name)))
        }
        do throws(DataProblem) {
            return (path, try DataQuery(parameters: parameters))
        } catch {
            throw cursor.problem(error.reason)
        }
    }

    /// A parameter as JSON; a bound may be a list of a value and a key.
    private func text(_ cursor: SuiteCursor, of name: String) throws(SuiteProblem) -> String {
        if DatabaseQueryReader.limits.contains(name) { return String(try cursor.int()) }
        if DatabaseQueryReader.texts.contains(name) {
            return DataNode.string(try cursor.string()).json
        }
        guard case .list = cursor.node.content else { return try scalar(cursor).json }
        let parts = try cursor.elements()
        guard parts.count == 2 else { throw cursor.problem("expected a value, or [value, key]") }
        return try scalar(parts[0]).json + "," + DataNode.string(try parts[1].string()).json
    }

    private func scalar(_ cursor: SuiteCursor) throws(SuiteProblem) -> DataNode {
        switch cursor.node.content {
        case .null: return .null
        case .bool(let bool): return .boolean(bool)
        case .int(let number): return .number(Double(number))
        case .double(let number) where number.isFinite: return .number(number)
        case .string(let text): return .string(text)
        case .double, .list, .map:
            throw cursor.problem("expected a text, a number, true, false or null")
        }
    }
}
