import HTTPTransport
import HTTPTypes
package import JSONText
import RealtimeDatabaseModel

extension DatabaseReference {
    /// Puts a value in the place of everything that is here; null removes it.
    ///
    /// - Throws: ``DatabaseError``, `.invalidArgument` for a value that no database can hold.
    public func setValue(_ value: DatabaseValue) async throws(DatabaseError) {
        try await put { () throws(DataProblem) in try value.json() }
    }

    /// Puts a value of a Swift type in the place of everything that is here, Dates in milliseconds since 1970.
    ///
    /// - Throws: ``DatabaseError``, `.invalidArgument` for a value that no database can hold.
    public nonisolated(nonsending) func setValue(
        from value: some Encodable
    ) async throws(DatabaseError) {
        let json: JSON
        do { json = try CodableValues.json(value) } catch {
            let subject = Call.subject("setValue(from:)", try path(for: "setValue(from:)"))
            throw DatabaseError(
                .invalidArgument, "\(subject): \(type(of: value)) cannot be written as JSON.",
                underlying: error)
        }
        try await put { () throws(DataProblem) in json }
    }

    /// Replaces what is at several paths from here, all of it or nothing.
    ///
    /// - Parameter values: Values by path, such as `["name": "x", "members/bob": true]`. No path may lead through another
    ///   one. Null removes.
    /// - Throws: ``DatabaseError``, `.invalidArgument` for paths or values that no database can hold.
    public func updateChildValues(_ values: [String: DatabaseValue]) async throws(DatabaseError) {
        try await updateChildValues(values.map { ($0.key, $0.value) })
    }

    /// Replaces what is at several paths from here, as ``updateChildValues(_:)-([String:DatabaseValue])``: a dictionary cannot hold two
    /// paths that differ only in their Unicode normal form.
    package func updateChildValues(
        _ values: [(path: String, value: DatabaseValue)]
    ) async throws(DatabaseError) {
        let path = try path(for: "updateChildValues")
        let members = try checked("updateChildValues", path) { () throws(DataProblem) in
            var members: [JSON.Member] = []
            for (path, value) in values { members.append(JSON.Member(path, try value.json())) }
            return members
        }
        try await updateChildValues(members)
    }

    /// Replaces what is at several paths from here, with values as JSON, whose objects may have keys that differ only in their normal
    /// form, too.
    package func updateChildValues(_ values: [JSON.Member]) async throws(DatabaseError) {
        let path = try path(for: "updateChildValues")
        // Sorted, so that requests do not differ from run to run.
        let json = JSON.object(values.sorted { DataKey($0.name) < DataKey($1.name) })
        try checked("updateChildValues", path) { () throws(DataProblem) in
            _ = try DatabaseUpdate(patch: json, at: path, of: .null, reader: DataReader(now: 0))
        }
        if values.isEmpty { return }
        try await send(
            Call(
                .patch, "updateChildValues", path, body: Array(json.compactText.utf8),
                isRepeatable: !json.hasIncrement))
    }

    /// Removes everything that is here.
    ///
    /// - Throws: ``DatabaseError``.
    public func removeValue() async throws(DatabaseError) {
        try await send(Call(.delete, "removeValue", try path(for: "removeValue")))
    }

    private nonisolated(nonsending) func put(
        _ value: () throws(DataProblem) -> JSON
    ) async throws(DatabaseError) {
        let path = try path(for: "setValue")
        let json = try checked("setValue", path) { () throws(DataProblem) in
            let json = try value()
            _ = try DataReader(now: 0).node(json, over: .null, at: path)
            return json
        }
        try await send(
            Call(
                .put, "setValue", path, body: Array(json.compactText.utf8), isRepeatable: !json.hasIncrement))
    }

    func checked<Value>(
        _ method: String, _ path: DatabasePath, _ work: () throws(DataProblem) -> Value
    ) throws(DatabaseError) -> Value {
        do throws(DataProblem) { return try work() } catch {
            throw .invalidArgument("\(Call.subject(method, path)): \(error.reason).")
        }
    }

    private func send(_ call: Call) async throws(DatabaseError) {
        try await database.channel.perform(call) { response, _ throws(DataProblem) in
            // Nothing, as it was asked for; a server that does not know the wish sends back what was written.
            if response.body.isEmpty { return }
            _ = try DataNode(json: response.body)
        }
    }
}
