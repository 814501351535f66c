import EmulatorAccess
import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel

/// Reading data, once or after each change.
///
/// Source: https://firebase.google.com/docs/reference/rest/database
extension RESTAdapter {
    func get(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        let database = databases.database(context.namespace)
        if context.target["shallow"] == "true" { return try shallow(path, database, context) }
        let (query, warning) = try query(path, database, context)
        let all = try read(path, query, database, context)
        let node = query?.result(in: all) ?? all
        let condition = context.headers.value(.ifNoneMatch)
        let tag = context.wantsTag || condition != nil ? node.tag : nil
        if let tag, condition == tag {
            return .notModified(tag)
        }
        return context.layout.response(node).tagged(tag).warning(warning)
    }

    /// All data at a path.
    private func read(
        _ path: DatabasePath, _ query: DataQuery?, _ database: DatabaseInstance, _ context: RequestContext
    ) throws(RESTFailure) -> DataNode {
        do throws(RulesDenial) {
            return try database.read(path, query, by: context.caller, context.record)
        } catch {
            throw RESTFailure(error)
        }
    }

    /// The keys of a node, without what is below them.
    private func shallow(
        _ path: DatabasePath, _ database: DatabaseInstance, _ context: RequestContext
    ) throws(RESTFailure) -> HTTPExchangeResponse {
        let query = try ShallowQuery(context.target).query
        let all = try read(path, query, database, context)
        let node = query?.result(in: all) ?? all
        guard all.hasChildren, !node.isNull else {
            return context.layout.response(all.hasChildren ? .null : all)
        }
        return context.layout.response { writer in
            writer.object { writer in
                for (key, _) in node.children { writer.member(key.string) { $0.boolean(true) } }
            }
        }
    }

    func stream(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPReply {
        let database = databases.database(context.namespace)
        let (query, _) = try query(path, database, context)
        let subscription: Subscription
        do throws(RulesDenial) {
            subscription = try database.listen(to: path, query, by: context.caller, context.record)
        } catch {
            throw RESTFailure(error)
        }
        let head = HTTPResponse(
            status: .ok,
            headerFields: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache"])
        return .stream(head) { subscription.pieces }
    }

    /// Reads a query. Once there are rules, which define the indexes, it needs one.
    private func query(
        _ path: DatabasePath, _ database: DatabaseInstance, _ context: RequestContext
    ) throws(RESTFailure) -> (query: DataQuery?, warning: String?) {
        let query: DataQuery?
        do throws(DataProblem) {
            query = try DataQuery(parameters: context.target.parameters.map { ($0.name, $0.value) })
        } catch {
            throw .badRequest(error.reason)
        }
        guard let query else { return (nil, nil) }
        guard let rules = database.rules else { return (query, query.warning) }
        if let index = rules.missingIndex(for: query, at: path) {
            throw .badRequest(
                "Index not defined, add \".indexOn\": \"\(index)\", for path \"\(path)\", to the rules")
        }
        return (query, nil)
    }
}

extension DataQuery {
    /// A warning that production, which always has rules, needs an index.
    fileprivate var warning: String? {
        switch order {
        case .key, .priority: nil
        case .value, .child:
            "Without rules, no index is needed. Production refuses this query without .indexOn."
        }
    }
}

extension HTTPExchangeResponse {
    /// Adds a readable warning.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc7234#section-5.5
    func warning(_ text: String?) -> HTTPExchangeResponse {
        guard let text, let name = HTTPField.Name("Warning") else { return self }
        var response = self
        response.head.headerFields[name] = "299 - \"\(text)\""
        return response
    }
}
