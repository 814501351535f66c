/// An event of a stream of changes, with paths relative to its node.
///
/// Source: https://firebase.google.com/docs/reference/rest/database#section-streaming
package enum StreamEvent: Sendable, Equatable {
    /// The data at a path is replaced.
    case put(DatabasePath, DataNode)
    /// The data at these paths, relative to `path`, is replaced.
    case patch(DatabasePath, [DatabaseUpdate.Entry])
    /// A keep-alive.
    case keepAlive
    /// The rules no longer allow the read; the stream ends.
    case cancel
    /// The token has expired; the stream ends.
    case authRevoked(String)

    /// Applies the event to the node of the stream.
    package func apply(to node: inout DataNode) {
        switch self {
        case .put(let path, let value): node.set(value, at: path)
        case .patch(let path, let entries):
            for entry in entries { node.set(entry.node, at: path.appending(entry.path)) }
        case .keepAlive, .cancel, .authRevoked: break
        }
    }
}
