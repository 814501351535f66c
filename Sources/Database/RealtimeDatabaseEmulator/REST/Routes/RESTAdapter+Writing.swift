import EmulatorAccess
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel

/// Writing data.
///
/// Source: https://firebase.google.com/docs/reference/rest/database
extension RESTAdapter {
    func put(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        let data: JSON = context.method == .delete ? .null : try json(context)
        var request = WriteRequest(path: path, content: .put(data))
        request.condition = context.headers.value(.ifMatch).map { .tag($0) }
        do throws(WriteRefusal) {
            let node = try write(request, context).update.entries.first?.node ?? .null
            return context.layout.response(node).tagged(context.wantsTag ? node.tag : nil)
        } catch {
            guard case .changed(let current) = error else { throw RESTFailure(error) }
            return context.layout.response(current, status: .preconditionFailed).tagged(current.tag)
        }
    }

    func patch(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try checkUnconditional(context)
        let data = try json(context)
        guard case .object = data else { throw .badRequest("Invalid data; couldn't parse JSON object.") }
        do throws(WriteRefusal) {
            let entries = try write(WriteRequest(path: path, content: .patch(data)), context).update.entries
            return context.layout.response { writer in
                writer.object { writer in
                    for entry in entries {
                        let keys = entry.path.keys.dropFirst(path.keys.count)
                        writer.member(keys.map(\.string).joined(separator: "/")) { entry.node.write(to: &$0) }
                    }
                }
            }
        } catch {
            throw RESTFailure(error)
        }
    }

    func post(_ path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try checkUnconditional(context)
        let request = WriteRequest(path: path, content: .push(try json(context)))
        do throws(WriteRefusal) {
            let key = try write(request, context).key
            return context.layout.response { writer in
                writer.object { $0.member("name") { $0.string(key?.string ?? "") } }
            }
        } catch {
            throw RESTFailure(error)
        }
    }

    private func write(
        _ request: WriteRequest, _ context: RequestContext
    ) throws(WriteRefusal) -> WriteOutcome {
        var request = request
        request.caller = context.caller
        request.size = context.body.count
        return try databases.database(context.namespace).write(request, context.record)
    }

    private func json(_ context: RequestContext) throws(RESTFailure) -> JSON {
        do throws(JSONParser.Failure) { return try JSONParser.parse(context.body) } catch {
            throw .badRequest("Invalid data; couldn't parse JSON object, array, or value. (\(error))")
        }
    }

    /// Refuses a condition, which would otherwise be ignored.
    private func checkUnconditional(_ context: RequestContext) throws(RESTFailure) {
        if context.headers.value(.ifMatch) != nil {
            throw .badRequest("If-Match is supported only with PUT and DELETE.")
        }
    }
}

extension RESTFailure {
    fileprivate init(_ refusal: WriteRefusal) {
        switch refusal {
        case .invalid(let problem): self = .badRequest("Invalid data; \(problem.reason)")
        case .changed: self.init(status: .preconditionFailed, message: "The data has another ETag.")
        case .denied(let denial): self = RESTFailure(denial)
        }
    }
}
