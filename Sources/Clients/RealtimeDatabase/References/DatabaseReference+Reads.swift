import HTTPTransport
import RealtimeDatabaseModel

extension DatabaseReference {
    /// Reads the keys of the children, without the data below them.
    ///
    /// - Returns: The keys in their order; none without children.
    /// - Throws: ``DatabaseError``.
    public func shallowKeys() async throws(DatabaseError) -> [String] {
        let path = try path(for: "shallowKeys")
        var call = Call(get: "shallowKeys", path, parameters: [("shallow", "true")])
        let channel = try await database.channelAfterWrites()
        call.addTimeout(channel.settings.readTimeout)
        let node = try await channel.perform(call) { response, _ throws(DataProblem) in
            try DataNode(json: response.body)
        }
        return node.children.map(\.key.string)
    }
}
