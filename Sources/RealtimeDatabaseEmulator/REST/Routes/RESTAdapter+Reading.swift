import EmulatorAccess
import FirestoreREST
import HTTPServing
import HTTPTransport
import HTTPTypes
import RealtimeDatabaseModel

/// Reading data, once or again with each change.
///
/// Source: https://firebase.google.com/docs/reference/rest/database
extension RESTAdapter {
    func get(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        let database = databases.database(context.namespace)
        if context.target["shallow"] == "true" { return try shallow(path, database, context) }
        let query = try query(context)
        guard let node = database.read(path, query, by: context.caller) else { throw .permissionDenied }
        let condition = context.headers.value(.ifNoneMatch)
        let tag = context.wantsTag || condition != nil ? node.tag : nil
        if let tag, condition == tag {
            return HTTPExchangeResponse(head: HTTPResponse(status: .notModified)).tagged(tag)
        }
        return context.layout.response(node).tagged(tag)
    }

    /// The keys of a node, without what is below them.
    private func shallow(
        _ path: DatabasePath, _ database: DatabaseInstance, _ context: RequestContext
    ) throws(RESTFailure) -> HTTPExchangeResponse {
        let query = try ShallowQuery(context.target).query
        guard let node = database.read(path, query, by: context.caller) else { throw .permissionDenied }
        guard node.hasChildren else {
            // To the query a value has no children.
            return context.layout.response(
                database.root.value(at: path).hasChildren ? .null : database.root.value(at: path))
        }
        return context.layout.response { writer in
            writer.object { writer in
                for (key, _) in node.children { writer.member(key.text) { $0.boolean(true) } }
            }
        }
    }

    func stream(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPReply {
        let query = try query(context)
        let database = databases.database(context.namespace)
        guard let subscription = database.listen(to: path, query, by: context.caller) else {
            throw .permissionDenied
        }
        let head = HTTPResponse(
            status: .ok,
            headerFields: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache"])
        return .stream(head) { subscription.pieces }
    }

    private func query(_ context: RequestContext) throws(RESTFailure) -> DataQuery? {
        do throws(DataProblem) {
            return try DataQuery(parameters: context.target.parameters.map { ($0.name, $0.value) })
        } catch {
            throw .badRequest(error.reason)
        }
    }
}

extension HTTPExchangeResponse {
    /// Adds the tag of what is there, which pages may read as well.
    func tagged(_ tag: String?) -> HTTPExchangeResponse {
        guard let tag else { return self }
        var response = self
        response.head.headerFields[.eTag] = tag
        response.head.headerFields[.accessControlExposeHeaders] = "ETag"
        return response
    }
}
