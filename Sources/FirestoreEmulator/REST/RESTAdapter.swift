import EmulatorAccess
import FirestoreModel
import FirestoreREST
import HTTPTransport
import HTTPTypes
import JSONText

/// Firestore's REST API on top of the core: requests in, responses out, nothing in between that waits.
struct RESTAdapter: Sendable {
    let core: EmulatorCore
    let maximumRequestSize: Int
    /// Whom the requests that administer the emulator are taken from.
    var access = AdministrativeAccess(listeningHost: nil)

    func respond(to request: HTTPRequest, body: [UInt8]) -> HTTPExchangeResponse {
        // A page that is refused is not told that it may read the refusal.
        if let refusal = access.refusal(of: request) { return .failure(refusal) }
        let crossOrigin = CrossOrigin(request)
        if let preflight = crossOrigin.preflight { return preflight }
        // Nothing answers to HEAD, and no answer to it has a body.
        if request.method == .head { return crossOrigin.allow(HTTPExchangeResponse.notFound.withoutBody) }
        return crossOrigin.allow(response(to: request, body: body))
    }

    private func response(to request: HTTPRequest, body: [UInt8]) -> HTTPExchangeResponse {
        if body.count > maximumRequestSize { return bodyTooLarge() }
        do throws(RPCStatus) {
            let target = try RequestTarget(request.path ?? "/")
            guard let route = Route(request.method, target.path), RESTAdapter.takes(request, for: route)
            else {
                return .notFound
            }
            return try respond(
                to: route, RequestContext(target: target, headers: request.headerFields, body: body))
        } catch {
            return .failure(error)
        }
    }

    /// The answer to a request that is too large to be read.
    func bodyTooLarge(of request: HTTPRequest) -> HTTPExchangeResponse {
        CrossOrigin(request).allow(bodyTooLarge())
    }

    private func bodyTooLarge() -> HTTPExchangeResponse {
        .failure(.invalidArgument("Request payload size exceeds the limit: \(maximumRequestSize) bytes."))
    }

    /// True unless the request says that its body is something else than JSON. To Google's emulator, whose routes depend
    /// on it, such a request leads nowhere.
    private static func takes(_ request: HTTPRequest, for route: Route) -> Bool {
        guard route != .reset, request.method == .post || request.method == .put,
            let type = request.headerFields.value(.contentType)
        else { return true }
        return type.isEmpty || type.hasPrefix("application/json") || type.hasPrefix("text/plain")
    }

    private func respond(to route: Route, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse
    {
        for item in route.singleItems { _ = try context.target.value(item) }
        return switch route {
        case .health: .text("Ok\n")
        case .getRules(let project): try getRules(project, context)
        case .setRules(let project): try setRules(project, context)
        case .getRuleCoverage(let project): try getRuleCoverage(project, context)
        case .getRuleCoveragePage(let project): try getRuleCoveragePage(project, context)
        case .explain(let project): try explain(project, context)
        case .clearDatabase(let name), .clearDocument(let name):
            try clear(ResourceName(wire: name, as: .parent), context)
        case .clearCollection(let name): try clear(CollectionName(wire: name, as: .parent), context)
        case .getDocument(let name): try getDocument(name, context)
        case .patchDocument(let name): try patchDocument(name, context)
        case .deleteDocument(let name): try deleteDocument(name, context)
        case .listDocuments(let name): try listDocuments(name, context)
        case .createDocument(let parent, let id): try createDocument(in: parent, id, context)
        case .batchGet(let database): try batchGet(database, context)
        case .commit(let database): try commit(database, context)
        case .beginTransaction(let database): try beginTransaction(database, context)
        case .rollback(let database): try rollback(database, context)
        case .runQuery(let parent): try runQuery(parent, context)
        case .batchWrite(let database): try batchWrite(database, context)
        case .runAggregationQuery(let parent): try runAggregationQuery(parent, context)
        case .partitionQuery(let parent): try partitionQuery(parent, context)
        case .listCollectionIDs(let parent): try listCollectionIDs(parent, context)
        case .exportDocuments: try exportDocuments(context)
        case .importDocuments: try importDocuments(context)
        case .getMemory: try getMemory(context)
        case .getClock: try getClock(context)
        case .setClock: try setClock(context)
        case .reset: reset()
        }
    }

    /// The database of a request, and who asks.
    func access(
        _ id: DatabaseID, _ context: RequestContext
    ) throws(RPCStatus) -> (database: Database, caller: Caller) {
        var caller = core.rules.caller(try context.identity(), project: id.project)
        caller.isInBackground = context.headers.value(.rulesLog) == "background"
        return (core.database(id), caller)
    }
}

/// What a handler needs of a request.
struct RequestContext: Sendable {
    let target: RequestTarget
    let headers: HTTPFields
    let body: [UInt8]

    /// How the answer is laid out. To Google's emulator no parameter says otherwise, so our own client says it by a preference.
    ///
    /// Source: <https://www.rfc-editor.org/rfc/rfc7240>, which has servers pass over preferences that they do not know.
    var style: JSONWriter.Style {
        guard let name = RequestContext.prefer, headers.value(name) == "layout=compact" else {
            return .pretty
        }
        return .compact
    }

    private static let prefer = HTTPField.Name("prefer")

    func identity() throws(RPCStatus) -> Identity {
        try Identity(authorization: headers.value(.authorization))
    }
}
