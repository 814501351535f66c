import HTTPTypes

/// What a request asks for: its method and path, recognized. The names in it are not read yet, so that a body that is
/// no message is refused before a name that is none, as Google's emulator does it.
enum Route: Equatable, Sendable {
    case health
    case getDocument(name: String)
    /// The name is that of the collection; its last id may be empty, for all collections of the parent.
    case listDocuments(name: String)
    case createDocument(parent: String, collectionID: String)
    case patchDocument(name: String)
    case deleteDocument(name: String)
    case batchGet(database: String)
    case commit(database: String)
    case beginTransaction(database: String)
    case rollback(database: String)
    case runQuery(parent: String)
    case clearDatabase(name: String)
    case clearDocument(name: String)
    case clearCollection(name: String)
    case getRules(project: String)
    case setRules(project: String)

    /// Finds the route; nil where there is none.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - path: The path, percent-decoded.
    init?(_ method: HTTPRequest.Method, _ path: String) {
        let route: Route?
        if path == "/" || path.isEmpty {
            route = method == .get ? .health : nil
        } else if let name = path.removingPrefix("/v1/") ?? path.removingPrefix("/v1beta1/") {
            route = Route.documents(method, name)
        } else if let name = path.removingPrefix("/emulator/v1/") {
            route = Route.rules(method, name) ?? Route.clear(method, name)
        } else {
            route = nil
        }
        guard let route else { return nil }
        self = route
    }

    private static func documents(_ method: HTTPRequest.Method, _ name: String) -> Route? {
        let words = Route.words(name)
        guard let fifth = words.dropFirst(4).first else { return nil }
        if method == .post {
            if words.count == 5, let verb = fifth.removingPrefix("documents:") {
                return databaseVerb(
                    verb, words[..<4].joined(separator: "/"), root: words[..<4] + ["documents"])
            }
            if words.count > 5, fifth == "documents", let parent = name.removingSuffix(":runQuery") {
                return .runQuery(parent: parent)
            }
        }
        guard words.count > 5, fifth == "documents" else { return nil }
        let isCollection = words.count.isMultiple(of: 2)
        switch method {
        case .get: return isCollection ? .listDocuments(name: name) : .getDocument(name: name)
        case .post:
            return .createDocument(
                parent: words.dropLast().joined(separator: "/"), collectionID: words[words.count - 1])
        case .patch: return .patchDocument(name: name)
        case .delete: return .deleteDocument(name: name)
        default: return nil
        }
    }

    private static func databaseVerb(_ verb: String, _ database: String, root: [String]) -> Route? {
        switch verb {
        case "batchGet": .batchGet(database: database)
        case "commit": .commit(database: database)
        case "beginTransaction": .beginTransaction(database: database)
        case "rollback": .rollback(database: database)
        case "runQuery": .runQuery(parent: root.joined(separator: "/"))
        default: nil
        }
    }

    private static func rules(_ method: HTTPRequest.Method, _ name: String) -> Route? {
        guard let project = name.removingPrefix("projects/")?.removingSuffix(":securityRules"),
            !project.isEmpty, !project.contains("/")
        else { return nil }
        return switch method {
        case .get: .getRules(project: project)
        case .put: .setRules(project: project)
        default: nil
        }
    }

    private static func clear(_ method: HTTPRequest.Method, _ name: String) -> Route? {
        let words = Route.words(name)
        guard method == .delete, words.count >= 5, words[4] == "documents" else { return nil }
        if words.count == 5 { return .clearDatabase(name: name) }
        return words.count.isMultiple(of: 2) ? .clearCollection(name: name) : .clearDocument(name: name)
    }

    /// The parts of a name; none where it does not begin as every name does.
    private static func words(_ name: String) -> [String] {
        let words = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return words.count >= 4 && words[0] == "projects" && words[2] == "databases" ? words : []
    }
}

extension String {
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }

    fileprivate func removingSuffix(_ suffix: String) -> String? {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
    }
}
