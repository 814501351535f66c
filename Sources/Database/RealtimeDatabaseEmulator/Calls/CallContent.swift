import HTTPTypes
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire

/// The protocol of a call.
enum CallProtocol: String, Sendable {
    case rest = "REST"
    case webSocket = "WebSocket"
    case longPolling = "Long polling"
}

/// What a call asks for, alike for all protocols.
struct CallContent: Sendable {
    /// The methods, as Firebase's SDKs name them.
    enum Method: String, Sendable {
        case get, listen, set, update, push, remove
        case setOnDisconnect = "onDisconnect.set"
        case updateOnDisconnect = "onDisconnect.update"
        case cancelOnDisconnect = "onDisconnect.cancel"
        case signIn, signOut
    }

    let method: Method
    /// Nil for a call that is not about data.
    var path: DatabasePath?
    /// The parameters of a query.
    var query: [(name: String, value: String)] = []
    /// What is to be written.
    var value: JSON?

    /// Whether it changes nothing.
    var isRead: Bool { method == .get || method == .listen }
}

extension CallContent {
    /// The content of a request of the REST API; nil for a method that there is not.
    init?(_ path: DatabasePath, _ context: RequestContext) {
        self.init(path, context.method, context.target, isStream: context.wantsStream, context.body)
    }

    init?(
        _ path: DatabasePath, _ httpMethod: HTTPRequest.Method, _ target: RequestTarget, isStream: Bool,
        _ body: [UInt8]
    ) {
        let method: Method
        switch httpMethod {
        case .get: method = isStream ? .listen : .get
        case .put: method = .set
        case .patch: method = .update
        case .post: method = .push
        case .delete: method = .remove
        case _: return nil
        }
        self.init(method: method, path: path)
        if isRead {
            query = target.parameters.filter { Self.readParameters.contains($0.name) }
                .map { ($0.name, $0.value) }
        } else if method != .remove {
            value = try? JSONParser.parse(body)
        }
    }

    /// The parameters that choose what is read. Others, such as `auth`, say who reads, or how it is printed.
    private static let readParameters: Set<String> = [
        "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst", "limitToLast",
        "shallow",
    ]

    /// The content of a request of an SDK; nil for one that asks for nothing.
    init?(_ request: ClientRequest) {
        switch request {
        case .listen(let target, _): self.init(.listen, target)
        case .get(let target): self.init(.get, target)
        case .write(let path, let write, _): self.init(write, path, put: .set, merge: .update)
        case .onDisconnect(let path, let write):
            self.init(write, path, put: .setOnDisconnect, merge: .updateOnDisconnect)
        case .cancelOnDisconnect(let path): self.init(method: .cancelOnDisconnect, path: path)
        case .authenticate: self.init(method: .signIn)
        case .unauthenticate: self.init(method: .signOut)
        case .unlisten, .noted: return nil
        }
    }

    private init(_ method: Method, _ target: ClientRequest.Target) {
        self.init(method: method, path: target.path)
        query = target.query?.query.parameters ?? []
    }

    private init(_ write: ClientRequest.Write, _ path: DatabasePath, put: Method, merge: Method) {
        switch write {
        case .put(.null) where put == .set: self.init(method: .remove, path: path)
        case .put(let value): self.init(method: put, path: path, value: value)
        case .merge(let members): self.init(method: merge, path: path, value: .object(members))
        }
    }
}
