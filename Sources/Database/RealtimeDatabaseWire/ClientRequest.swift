package import JSONText
package import RealtimeDatabaseModel

/// What a client asks for.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/core/PersistentConnection.ts`.
package enum ClientRequest: Sendable, Equatable {
    /// A node, or children of it.
    package struct Target: Sendable, Hashable {
        package let path: DatabasePath
        /// nil for the whole node.
        package let query: WireQuery?
        /// The number by which a client knows a query.
        package let tag: Int?

        package init(path: DatabasePath, query: WireQuery? = nil, tag: Int? = nil) {
            self.path = path
            self.query = query
            self.tag = tag
        }
    }

    /// A write of one path, or of several below it.
    package enum Write: Sendable, Equatable {
        case put(JSON)
        case merge([JSON.Member])
    }

    /// Listen to changes; the hash is that of what the client has.
    case listen(Target, hash: String?)
    case unlisten(Target)
    /// Read once.
    case get(Target)
    /// Write; the hash is that of the data that the write replaces.
    case write(DatabasePath, Write, hash: String?)
    /// Write when the connection ends.
    case onDisconnect(DatabasePath, Write)
    /// Forget the writes for the end of the connection at a path and below.
    case cancelOnDisconnect(DatabasePath)
    case authenticate(Credential)
    case unauthenticate
    /// App Check tokens and statistics, which change nothing here.
    case noted

    /// Who a client says it acts for.
    package struct Credential: Sendable, Equatable {
        package let token: String
        /// Whether it is the access token of an administrator.
        package let isAdministrator: Bool
        /// The `auth` variable that an administrator acts with: null for nobody, or nil.
        package let override: JSON?
    }

    /// Reads a request.
    ///
    /// - Throws: ``DataProblem``.
    init(_ action: String, _ body: JSON) throws(DataProblem) {
        switch action {
        case "q": self = .listen(try Target(body), hash: body["h"]?.string)
        case "n": self = .unlisten(try Target(body))
        case "g": self = .get(try Target(body))
        case "p": self = .write(try body.path, .put(body["d"] ?? .null), hash: body["h"]?.string)
        case "m": self = .write(try body.path, .merge(try body.members), hash: body["h"]?.string)
        case "o": self = .onDisconnect(try body.path, .put(body["d"] ?? .null))
        case "om": self = .onDisconnect(try body.path, .merge(try body.members))
        case "oc": self = .cancelOnDisconnect(try body.path.node)
        case "auth", "gauth": self = .authenticate(try Credential(body, isAdministrator: action == "gauth"))
        case "unauth": self = .unauthenticate
        case "appcheck", "unappcheck", "unappeck", "s": self = .noted
        case _: throw DataProblem("there is no request \"\(DataProblem.short(action))\"")
        }
    }
}

extension ClientRequest.Target {
    fileprivate init(_ body: JSON) throws(DataProblem) {
        let path = try body.path
        guard !path.isPriority else { throw DataProblem("only a node can be read") }
        guard let query = body["q"], !query.isNull else {
            self.init(path: path)
            return
        }
        var tag: Int?
        if case .number(let digits)? = body["t"] { tag = Int(digits) }
        self.init(path: path, query: try WireQuery(query), tag: tag)
    }
}

extension ClientRequest.Credential {
    fileprivate init(_ body: JSON, isAdministrator: Bool) throws(DataProblem) {
        guard let token = body["cred"]?.string else { throw DataProblem("\"cred\" is a token") }
        self.token = token
        self.isAdministrator = isAdministrator
        override = body["noauth"] == .boolean(true) ? .null : body["authvar"]
    }
}

extension JSON {
    /// The path of a request.
    fileprivate var path: DatabasePath {
        get throws(DataProblem) {
            guard let text = self["p"]?.string else { throw DataProblem("\"p\" is a path") }
            let path = try DatabasePath(text, allowsPriority: true)
            guard path.keys.count <= DatabasePath.maximumDepth else {
                throw DataProblem("the path has more than \(DatabasePath.maximumDepth) keys")
            }
            return path
        }
    }

    fileprivate var members: [JSON.Member] {
        get throws(DataProblem) {
            guard case .object(let members)? = self["d"] else {
                throw DataProblem("an update is an object with a member for each path")
            }
            return members
        }
    }
}
