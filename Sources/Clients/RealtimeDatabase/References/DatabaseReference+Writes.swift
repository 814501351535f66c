import HTTPTransport
import HTTPTypes
package import JSONText
import RealtimeDatabaseModel

extension DatabaseReference {
    /// Replaces all data here; null removes it.
    ///
    /// - Throws: ``DatabaseError``, `.invalidArgument` for a value that no database can hold.
    public func setValue(_ value: DatabaseValue) async throws(DatabaseError) {
        try await database.perform(put("setValue") { () throws(DataProblem) in try value.json() })
    }

    /// Replaces all data here; nil removes it.
    ///
    /// - Parameter value: Strings, numbers, booleans, arrays, dictionaries, nil.
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError``, `.invalidArgument` for a value that no database can hold.
    @discardableResult @_disfavoredOverload
    public nonisolated(nonsending) func setValue(
        _ value: Any?
    ) async throws(DatabaseError) -> DatabaseReference {
        try await database.perform(put("setValue", plain: value))
        return self
    }

    /// Replaces data at several paths below, all of it or nothing.
    ///
    /// - Parameter values: Values by path, such as `["name": "x", "members/bob": true]`. No path may lead through another
    ///   one. Null removes.
    /// - Throws: ``DatabaseError``, `.invalidArgument` for paths or values that no database can hold.
    public func updateChildValues(_ values: [String: DatabaseValue]) async throws(DatabaseError) {
        try await updateChildValues(values.map { ($0.key, $0.value) })
    }

    /// Replaces data at several paths below, all of it or nothing.
    ///
    /// - Parameter values: Values by path, such as `["name": "x", "members/bob": true]`. No path may lead through another
    ///   one. `NSNull` removes.
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError``, `.invalidArgument` for paths or values that no database can hold.
    @discardableResult @_disfavoredOverload
    public nonisolated(nonsending) func updateChildValues(
        _ values: [AnyHashable: Any]
    ) async throws(DatabaseError) -> DatabaseReference {
        if let call = try patch(plain: values) { try await database.perform(call) }
        return self
    }

    /// Replaces data at several paths, as ``updateChildValues(_:)-([String:DatabaseValue])``: a dictionary cannot hold
    /// two paths that differ only in their Unicode normal form.
    package func updateChildValues(
        _ values: [(path: String, value: DatabaseValue)]
    ) async throws(DatabaseError) {
        if let call = try patch({ () throws(DataProblem) in try DatabaseReference.members(values) }) {
            try await database.perform(call)
        }
    }

    /// Replaces data at several paths, with values as JSON, whose objects may have keys that differ only in their
    /// normal form, too.
    package func updateChildValues(_ values: [JSON.Member]) async throws(DatabaseError) {
        if let call = try patch({ values }) { try await database.perform(call) }
    }

    /// Removes all data here.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    public func removeValue() async throws(DatabaseError) -> DatabaseReference {
        try await database.perform(delete())
        return self
    }
}

// The requests.
extension DatabaseReference {
    func put(_ method: String, plain value: Any?) throws(DatabaseError) -> Call {
        try put(method) { () throws(DataProblem) in try DatabaseValue(plain: value).json() }
    }

    private func put(
        _ method: String, _ value: () throws(DataProblem) -> JSON
    ) throws(DatabaseError) -> Call {
        let path = try path(for: method)
        let json = try checked(method, path) { () throws(DataProblem) in
            let json = try value()
            _ = try DataReader(now: 0).node(json, over: .null, at: path)
            return json
        }
        return Call(
            .put, method, path, body: Array(json.compactText.utf8), isRepeatable: !json.hasIncrement)
    }

    /// - Returns: nil if there is nothing to write.
    func patch(plain values: [AnyHashable: Any]) throws(DatabaseError) -> Call? {
        try patch { () throws(DataProblem) in
            try DatabaseReference.members(values.namedMembers.map { ($0.name, $0.value) })
        }
    }

    private func patch(
        _ values: () throws(DataProblem) -> [JSON.Member]
    ) throws(DatabaseError) -> Call? {
        let method = "updateChildValues"
        let path = try path(for: method)
        let json = try checked(method, path) { () throws(DataProblem) in
            // Sorted, so that requests do not differ from run to run.
            let json = JSON.object(try values().sorted { DataKey($0.name) < DataKey($1.name) })
            _ = try DatabaseUpdate(patch: json, at: path, of: .null, reader: DataReader(now: 0))
            return json
        }
        if json == .object([]) { return nil }
        return Call(
            .patch, method, path, body: Array(json.compactText.utf8), isRepeatable: !json.hasIncrement)
    }

    private static func members(
        _ values: [(path: String, value: DatabaseValue)]
    ) throws(DataProblem) -> [JSON.Member] {
        var members: [JSON.Member] = []
        for (path, value) in values { members.append(JSON.Member(path, try value.json())) }
        return members
    }

    func delete() throws(DatabaseError) -> Call { Call(.delete, "removeValue", try path(for: "removeValue")) }

    func checked<Value>(
        _ method: String, _ path: DatabasePath, _ work: () throws(DataProblem) -> Value
    ) throws(DatabaseError) -> Value {
        do throws(DataProblem) { return try work() } catch {
            throw .invalidArgument("\(Call.subject(method, path)): \(error.reason).")
        }
    }
}

extension Database {
    /// Carries out a write after those that were started before.
    func perform(_ call: Call) async throws(DatabaseError) {
        try await channelForWriting().perform(call)
    }
}

extension Channel {
    /// Carries out a write whose answer is not needed.
    func perform(_ call: Call) async throws(DatabaseError) {
        try await perform(call) { response, _ throws(DataProblem) in
            // Nothing, as requested; a server that ignores the request for silence returns the written data.
            if response.body.isEmpty { return }
            _ = try DataNode(json: response.body)
        }
    }
}
