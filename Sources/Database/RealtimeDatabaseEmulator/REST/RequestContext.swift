import CoreValues
import EmulatorAccess
import HTTPTransport
import HTTPTypes

/// A request with its decoded head.
struct RequestContext: Sendable {
    let method: HTTPRequest.Method
    let target: RequestTarget
    let headers: HTTPFields
    /// The name of the database.
    let namespace: String
    let caller: Caller
    let layout: ResponseLayout
    let body: [UInt8]
    /// What becomes known of the call; nil if none is recorded.
    var record: CallRecord?

    /// Reads the head of a request.
    init(
        _ request: HTTPRequest, target: RequestTarget, body: [UInt8], defaultNamespace: String,
        at time: Timestamp
    ) throws(RESTFailure) {
        self.target = target
        self.body = body
        headers = request.headerFields
        method = try RequestContext.method(request)
        namespace = try RequestContext.namespace(request, target) ?? defaultNamespace
        layout = try ResponseLayout(target, method: method)
        var caller = try Caller(authorization: headers.value(.authorization), target, at: time)
        caller.isInBackground = headers.value(.rulesLog) == "background"
        self.caller = caller
        try TimeLimit.check(target)
    }

    /// Whether the sender asks for a stream of changes.
    var wantsStream: Bool {
        method == .get && headers.value(.accept)?.lowercased().contains("text/event-stream") == true
    }

    /// Whether the sender asks for the entity tag.
    var wantsTag: Bool { headers.value(HTTPField.Name.firebaseETag)?.lowercased() == "true" }

    /// Refuses everyone except administrators.
    func checkAdministrator() throws(RESTFailure) {
        guard caller.identity == .admin else {
            throw .unauthorized(
                "Only an administrator may do that: send the header \"Authorization: Bearer owner\".")
        }
    }

    private static func method(_ request: HTTPRequest) throws(RESTFailure) -> HTTPRequest.Method {
        guard request.method == .post, let name = request.headerFields.value(HTTPField.Name.methodOverride)
        else { return request.method }
        switch name.uppercased() {
        case "GET": return .get
        case "PUT": return .put
        case "PATCH": return .patch
        case "POST": return .post
        case "DELETE": return .delete
        case _: throw .badRequest("X-HTTP-Method-Override must be GET, PUT, PATCH, POST or DELETE.")
        }
    }

    /// The database that a request names by `ns` or, as in production, by its host.
    static func namespace(
        _ request: HTTPRequest, _ target: RequestTarget
    ) throws(RESTFailure) -> String? {
        let name: String
        if let parameter = target["ns"] {
            name = parameter
        } else {
            guard let host = request.authority?.split(separator: ":").first?.lowercased(),
                hostSuffixes.contains(where: { host.hasSuffix($0) }),
                let label = host.split(separator: ".").first
            else { return nil }
            name = String(label)
        }
        guard DatabaseRegistry.isName(name) else {
            throw .badRequest("The name of a database must be 1 to 100 letters, digits, - and _.")
        }
        return name
    }

    private static let hostSuffixes = [".localhost", ".firebaseio.com", ".firebasedatabase.app"]
}

// The names are valid, so the fallbacks are never used.
extension HTTPField.Name {
    /// `true` asks for the entity tag.
    static let firebaseETag = HTTPField.Name("X-Firebase-ETag") ?? .eTag
    /// The method that a POST stands for.
    static let methodOverride = HTTPField.Name("X-HTTP-Method-Override") ?? .allow
}
