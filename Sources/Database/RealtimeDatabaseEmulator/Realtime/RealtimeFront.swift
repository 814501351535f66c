import HTTPServing
import HTTPTransport
import HTTPTypes
import RealtimeDatabaseWire

/// The addresses at which SDKs connect: `/.ws` for WebSockets, and `/.lp` for long polling.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/core/RepoInfo.ts`.
struct RealtimeFront: Sendable {
    let sessions: RealtimeSessions
    let configuration: DatabaseEmulatorConfiguration

    /// Opens a WebSocket; nil for other requests.
    func open(_ request: HTTPRequest) -> WebSocketBeginning? {
        guard let target = try? RequestTarget(request.path ?? "/"), target.path == "/.ws",
            let namespace = try? RequestContext.namespace(request, target) ?? configuration.defaultNamespace
        else { return nil }
        let host = request.authority ?? "localhost"
        return { onOutput in
            // A client that polls goes on over a WebSocket, if its session is known.
            if let session = target["s"] {
                guard let polling = sessions.polling(session),
                    polling.connection.database.namespace == namespace
                else { return RealtimeRefusal(.reset(host: host)) }
                return SucceedingSocket(polling, sessions, onOutput: onOutput)
            }
            let connection = sessions.open(namespace, host: host, last: target["ls"])
            return RealtimeSocket(connection, sessions, onOutput: onOutput)
        }
    }

    /// Answers a request of long polling; nil for other requests.
    func reply(to request: HTTPRequest) -> HTTPReply? {
        guard let path = request.path, path.utf8.starts(with: "/.lp".utf8),
            let target = try? RequestTarget(path), target.path == "/.lp"
        else { return nil }
        do throws(RESTFailure) {
            let namespace = try RequestContext.namespace(request, target) ?? configuration.defaultNamespace
            guard let polling = PollingRequest(target) else {
                throw .badRequest("The parameters are not those of long polling.")
            }
            return reply(to: polling, namespace, host: request.authority ?? "localhost")
        } catch {
            return .now(error.response)
        }
    }

    private func reply(to request: PollingRequest, _ namespace: String, host: String) -> HTTPReply {
        switch request {
        case .start(let callback, let last):
            let session = sessions.startPolling(namespace, host: host, last: last)
            return .now(session.start(callback: callback))
        case .poll(let client, let segments):
            if let session = sessions.polling(client) { return session.poll(segments) }
            var script = PollingScript()
            script.close()
            return .now(script.response)
        case .farewellPage(let client):
            guard sessions.polling(client) != nil else {
                return .now(.text(.notFound, "There is no such session.\n"))
            }
            return .now(PollingScript.farewellPage(client, namespace: namespace))
        case .farewell(let client):
            sessions.polling(client)?.end()
            return .now(.text(.ok, "Ok\n"))
        }
    }
}
