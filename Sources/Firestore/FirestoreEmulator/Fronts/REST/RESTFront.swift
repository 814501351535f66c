import EmulatorAccess
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import HTTPTypes
import JSONText

/// Firestore's REST API in front of the service: requests in, responses out, without waiting.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest>.
struct RESTFront: Sendable {
    let service: FirestoreService
    let maximumRequestSize: Int
    var core: EmulatorCore { service.core }
    /// Who may administer the emulator.
    var access = AdministrativeAccess(listeningHost: nil)

    func respond(
        to request: HTTPRequest, body: [UInt8], meeting fault: CallFault? = nil
    ) -> HTTPExchangeResponse {
        // A refused page may not read the refusal.
        if let refusal = access.refusal(of: request) { return .failure(refusal) }
        let crossOrigin = CrossOrigin(request)
        if let preflight = crossOrigin.preflight { return preflight }
        // Nothing answers to HEAD, and no answer to it has a body.
        if request.method == .head { return crossOrigin.allow(HTTPExchangeResponse.notFound.withoutBody) }
        return crossOrigin.allow(response(to: request, body: body, fault))
    }

    private func response(
        to request: HTTPRequest, body: [UInt8], _ fault: CallFault?
    ) -> HTTPExchangeResponse {
        if body.count > maximumRequestSize { return bodyTooLarge() }
        do throws(RPCStatus) {
            let target = try RequestTarget(request.path ?? "/")
            guard let route = Route(request.method, target.path), RESTFront.takes(request, for: route)
            else {
                return .notFound
            }
            return try respond(
                to: route, RequestContext(target: target, headers: request.headerFields, body: body), fault)
        } catch {
            return .failure(error)
        }
    }

    /// The response to a request that is too large.
    func bodyTooLarge(of request: HTTPRequest) -> HTTPExchangeResponse {
        CrossOrigin(request).allow(bodyTooLarge())
    }

    private func bodyTooLarge() -> HTTPExchangeResponse {
        .failure(.invalidArgument("Request payload size exceeds the limit: \(maximumRequestSize) bytes."))
    }

    /// True unless the request declares its body as something other than JSON. In Google's emulator, whose routes depend
    /// on it, such a request matches no route.
    private static func takes(_ request: HTTPRequest, for route: Route) -> Bool {
        guard route != .control(.reset), request.method == .post || request.method == .put,
            let type = request.headerFields.value(.contentType)
        else { return true }
        return type.isEmpty || type.hasPrefix("application/json") || type.hasPrefix("text/plain")
    }

    private func respond(
        to route: Route, _ context: RequestContext, _ fault: CallFault?
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        switch route {
        case .service(let route):
            do throws(RPCStatus) {
                return try core.recording(route.method, context.metadata, size: context.body.count, fault) {
                    metadata throws(RPCStatus) in
                    try call(route, context, metadata)
                }
            } catch {
                guard core.profile == .production, route.isStreaming else { throw error }
                // Production answers with a stream of one error.
                var response = HTTPExchangeResponse.failure(error)
                response.body = [UInt8(ascii: "[")] + response.body + [UInt8(ascii: "]")]
                return response
            }
        case .control(let route): return try control(route, context)
        }
    }
}

/// What a handler needs of a request.
struct RequestContext: Sendable {
    let target: RequestTarget
    let headers: HTTPFields
    let body: [UInt8]

    /// The layout of the response. Google's emulator has no parameter for it, so our client sends a preference.
    ///
    /// Source: <https://www.rfc-editor.org/rfc/rfc7240>, by which servers ignore unknown preferences.
    var style: JSONWriter.Style {
        guard let name = RequestContext.prefer, headers.value(name) == "layout=compact" else {
            return .pretty
        }
        return .compact
    }

    private static let prefer = HTTPField.Name("prefer")

    var metadata: CallMetadata {
        CallMetadata(
            authorization: headers.value(.authorization),
            isInBackground: headers.value(.rulesLog) == "background", sentBy: .rest)
    }

    func identity() throws(RPCStatus) -> Identity {
        try Identity(authorization: headers.value(.authorization))
    }
}
