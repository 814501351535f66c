import HTTPServing
import HTTPTypes
import RealtimeDatabaseWire

/// The addresses at which SDKs connect: `/.ws` for WebSockets.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/core/RepoInfo.ts`.
struct RealtimeFront: Sendable {
    let sessions: RealtimeSessions
    let configuration: DatabaseEmulatorConfiguration

    /// Opens a WebSocket; nil for requests that are none of this front's.
    func open(_ request: HTTPRequest) -> WebSocketBeginning? {
        guard let target = try? RequestTarget(request.path ?? "/"), target.path == "/.ws",
            let namespace = try? RequestContext.namespace(request, target) ?? configuration.defaultNamespace
        else { return nil }
        return { onOutput in
            let connection = sessions.open(
                namespace, host: request.authority ?? "localhost", last: target["ls"])
            return RealtimeSocket(
                connection, sessions, maximumMessageSize: configuration.maximumRequestSize, onOutput: onOutput
            )
        }
    }
}
