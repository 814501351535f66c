import FirestoreModel
import FirestoreREST
import HTTPTypes

/// What a request asks for: the method and path, understood.
enum Route: Sendable {
    case health
    case getDocument(DocumentName)
    case patchDocument(DocumentName)
    case deleteDocument(DocumentName)
    case listDocuments(DatabaseID, CollectionPath)
    case createDocument(DatabaseID, CollectionPath)
    case batchGet(DatabaseID)
    case commit(DatabaseID)
    case beginTransaction(DatabaseID)
    case rollback(DatabaseID)
    case runQuery(DatabaseID, parent: DocumentPath?)
    case clearDocuments(DatabaseID, [ResourceID])
    case getRules(project: String)
    case setRules(project: String)

    /// Finds the route.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: INVALID_ARGUMENT where the path should name something and does not.
    init?(_ method: HTTPRequest.Method, _ path: String) throws(RPCStatus) {
        if path == "/" || path.isEmpty {
            guard method == .get else { return nil }
            self = .health
        } else if let rest = path.removingPrefix("/v1/") ?? path.removingPrefix("/v1beta1/") {
            guard let route = try Route.documents(method, rest) else { return nil }
            self = route
        } else if let rest = path.removingPrefix("/emulator/v1/") {
            guard let route = try Route.emulator(method, rest) else { return nil }
            self = route
        } else {
            return nil
        }
    }

    private static func documents(_ method: HTTPRequest.Method, _ path: String) throws(RPCStatus) -> Route? {
        if method == .post, let colon = path.lastIndex(of: ":"),
            let route = try verb(String(path[path.index(after: colon)...]), String(path[..<colon]))
        {
            return route
        }
        guard path.contains("/documents/") else { return nil }
        switch method {
        case .get, .post:
            let name = try ResourceName(wire: path)
            if let collection = CollectionPath(segments: name.segments) {
                return method == .get
                    ? .listDocuments(name.database, collection) : .createDocument(name.database, collection)
            }
            guard method == .get else { return nil }
            return .getDocument(try DocumentName(wire: path))
        case .patch: return .patchDocument(try DocumentName(wire: path))
        case .delete: return .deleteDocument(try DocumentName(wire: path))
        default: return nil
        }
    }

    private static func verb(_ verb: String, _ path: String) throws(RPCStatus) -> Route? {
        switch verb {
        case "batchGet": .batchGet(try database(path))
        case "commit": .commit(try database(path))
        case "beginTransaction": .beginTransaction(try database(path))
        case "rollback": .rollback(try database(path))
        case "runQuery": try runQuery(path)
        default: nil
        }
    }

    private static func database(_ path: String) throws(RPCStatus) -> DatabaseID {
        let name = try ResourceName(wire: path)
        if !name.segments.isEmpty {
            throw .invalidArgument("Document name \"\(path)\" must be the root of the database.")
        }
        return name.database
    }

    private static func runQuery(_ path: String) throws(RPCStatus) -> Route {
        let name = try ResourceName(wire: path)
        if name.segments.isEmpty { return .runQuery(name.database, parent: nil) }
        return .runQuery(name.database, parent: try DocumentName(wire: path).path)
    }

    private static func emulator(_ method: HTTPRequest.Method, _ path: String) throws(RPCStatus) -> Route? {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        if words.count == 2, words[0] == "projects", let project = String(words[1]).removingSuffix(":securityRules") {
            switch method {
            case .get: return .getRules(project: project)
            case .put: return .setRules(project: project)
            default: return nil
            }
        }
        guard method == .delete, words.count >= 5, words[4] == "documents" else { return nil }
        let name = try ResourceName(wire: path)
        return .clearDocuments(name.database, name.segments)
    }
}

extension String {
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }

    fileprivate func removingSuffix(_ suffix: String) -> String? {
        hasSuffix(suffix) && count > suffix.count ? String(dropLast(suffix.count)) : nil
    }
}
