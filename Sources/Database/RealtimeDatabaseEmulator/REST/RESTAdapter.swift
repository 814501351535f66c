import EmulatorAccess
import HTTPServing
import HTTPTransport
import HTTPTypes
import RealtimeDatabaseModel

/// The REST API of the Realtime Database on top of the core: requests in, responses out, without waiting.
struct RESTAdapter: Sendable {
    let databases: DatabaseRegistry
    let configuration: DatabaseEmulatorConfiguration
    /// Who may administer the emulator.
    var access = AdministrativeAccess(listeningHost: nil)

    /// Answers a request; the body is nil if it is too large.
    func respond(to request: HTTPRequest, body: [UInt8]?) -> HTTPReply {
        let crossOrigin = CrossOrigin(request)
        do throws(RESTFailure) {
            let target = try RequestTarget(request.path ?? "/")
            let route = try Route(target)
            // A refused page may not read the refusal.
            if route.isAdministrative, let objection = access.objection(toSenderOf: request) {
                return .now(RESTFailure(status: .forbidden, message: objection).response)
            }
            if let preflight = crossOrigin.preflight { return .now(preflight) }
            guard let body, body.count <= configuration.maximumRequestSize else {
                let failure = RESTFailure.badRequest(
                    "Data to write exceeds the maximum size that can be modified with a single request: "
                        + "\(configuration.maximumRequestSize) bytes.")
                record(failure, of: request, to: route, target, [])
                throw failure
            }
            return crossOrigin.allow(try reply(to: route, request, target, body))
        } catch {
            return .now(crossOrigin.preflight ?? crossOrigin.allow(error.response))
        }
    }

    private func reply(
        to route: Route, _ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]
    ) throws(RESTFailure) -> HTTPReply {
        if route == .health { return .now(.text(.ok, "Ok\n")) }
        if route == .withoutSuffix {
            return .now(.text(.notFound, "Append .json to your request URI to use the REST API.\n"))
        }
        let context: RequestContext
        do throws(RESTFailure) {
            context = try RequestContext(
                request, target: target, body: body, defaultNamespace: configuration.defaultNamespace,
                at: configuration.clock.now())
        } catch {
            record(error, of: request, to: route, target, body)
            throw error
        }
        switch route {
        case .health, .withoutSuffix: throw .notFound("Not found.")
        case .data(let path): return try recording(path, context)
        case .rules: return .now(try rules(context))
        case .databases: return .now(try allDatabases(context))
        case .decisions: return .now(try decisions(context))
        case .requests: return .now(try requests(context))
        case .calls: return .now(try calls(context))
        case .replay: return .now(try replay(context))
        case .coverage: return .now(try coverage(context))
        case .coveragePage: return .now(try coveragePage(context))
        }
    }

    /// Answers a request for data.
    func reply(to path: DatabasePath, _ context: RequestContext) throws(RESTFailure) -> HTTPReply {
        switch context.method {
        case .get: context.wantsStream ? try stream(path, context) : .now(try get(path, context))
        case .put, .delete: .now(try put(path, context))
        case .patch: .now(try patch(path, context))
        case .post: .now(try post(path, context))
        case _: throw .methodNotAllowed
        }
    }
}

extension CrossOrigin {
    /// Adds the headers that let a browser pass the response to the page.
    fileprivate func allow(_ reply: HTTPReply) -> HTTPReply {
        switch reply {
        case .now(let response, let afterwards): return .now(allow(response), afterwards: afterwards)
        case .stream(let head, let pieces):
            return .stream(allow(HTTPExchangeResponse(head: head)).head, pieces)
        case .later: return reply
        }
    }
}
