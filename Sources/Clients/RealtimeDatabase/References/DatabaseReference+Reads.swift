import HTTPTransport
import RealtimeDatabaseModel

extension DatabaseReference {
    /// Reads the keys of the children and nothing of what is below them, however much that is.
    ///
    /// - Returns: The keys in their order; none where nothing is, or a value without children.
    /// - Throws: ``DatabaseError``.
    public func shallowKeys() async throws(DatabaseError) -> [String] {
        let path = try path(for: "shallowKeys")
        var call = Call(get: "shallowKeys", path, parameters: [("shallow", "true")])
        call.addTimeout(database.settings.readTimeout)
        let node = try await database.channel.perform(call) { response, _ throws(DataProblem) in
            try DataNode(json: response.body)
        }
        return node.children.map(\.key.string)
    }
}
