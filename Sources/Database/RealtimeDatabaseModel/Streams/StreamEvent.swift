/// What a stream of changes tells, with paths from the node that it is about.
///
/// Source: https://firebase.google.com/docs/reference/rest/database#section-streaming
package enum StreamEvent: Sendable, Equatable {
    /// What is at a path is replaced.
    case put(DatabasePath, DataNode)
    /// What is at these paths is replaced, each of them from `path` on.
    case patch(DatabasePath, [DatabaseUpdate.Entry])
    /// Nothing has happened.
    case keepAlive
    /// The rules no longer allow the read; the stream ends.
    case cancel
    /// The token is no longer good; the stream ends.
    case authRevoked(String)

    /// Puts what the event tells into the node that the stream is about.
    package func apply(to node: inout DataNode) {
        switch self {
        case .put(let path, let value): node.set(value, at: path)
        case .patch(let path, let entries):
            for entry in entries { node.set(entry.node, at: path.appending(entry.path)) }
        case .keepAlive, .cancel, .authRevoked: break
        }
    }
}
