import FirestoreModel
import FirestoreREST
import HTTPTransport
import HTTPTypes

/// Firestore's REST API on top of the core: requests in, responses out, nothing in between that waits.
struct RESTAdapter: Sendable {
    let core: EmulatorCore
    let maximumRequestSize: Int

    func respond(to request: HTTPRequest, body: [UInt8]) -> HTTPExchangeResponse {
        if body.count > maximumRequestSize { return bodyTooLarge() }
        do throws(RPCStatus) {
            guard let target = RequestTarget(request.path ?? "/"), let route = try Route(request.method, target.path)
            else { return .notFound }
            return try respond(to: route, RequestContext(target: target, headers: request.headerFields, body: body))
        } catch {
            return .failure(error)
        }
    }

    /// The answer to a request that is too large to be read.
    func bodyTooLarge() -> HTTPExchangeResponse {
        .failure(.invalidArgument("Request payload size exceeds the limit: \(maximumRequestSize) bytes."))
    }

    private func respond(to route: Route, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        switch route {
        case .health: return .text("Ok\n")
        case .getRules(let project): return getRules(project)
        case .setRules(let project): return try setRules(project, context)
        case .clearDocuments(let database, let segments):
            core.database(database).clear(below: segments)
            return .emptyMessage
        case .getDocument(let name): return try getDocument(name, context)
        case .patchDocument(let name): return try patchDocument(name, context)
        case .deleteDocument(let name): return try deleteDocument(name, context)
        case .listDocuments(let database, let path): return try listDocuments(database, path, context)
        case .createDocument(let database, let path): return try createDocument(database, path, context)
        case .batchGet(let database): return try batchGet(database, context)
        case .commit(let database): return try commit(database, context)
        case .beginTransaction(let database): return try beginTransaction(database, context)
        case .rollback(let database): return try rollback(database, context)
        case .runQuery(let database, let parent): return try runQuery(database, parent, context)
        }
    }

    /// The database of a request that the rules let through.
    func authorized(_ id: DatabaseID, _ context: RequestContext) throws(RPCStatus) -> Database {
        try core.rules.authorize(context.identity(), project: id.project)
        return core.database(id)
    }
}

/// What a handler needs of a request.
struct RequestContext: Sendable {
    let target: RequestTarget
    let headers: HTTPFields
    let body: [UInt8]

    func identity() throws(RPCStatus) -> Identity {
        try Identity(authorization: headers[.authorization])
    }
}
