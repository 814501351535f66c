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
    case batchWrite(database: String)
    case runQuery(parent: String)
    case runAggregationQuery(parent: String)
    case partitionQuery(parent: String)
    case listCollectionIDs(parent: String)
    case clearDatabase(name: String)
    case clearDocument(name: String)
    case clearCollection(name: String)
    case getRules(project: String)
    case setRules(project: String)
    case getRuleCoverage(project: String)
    case getRuleCoveragePage(project: String)
    case explain(project: String)
    case exportDocuments(project: String)
    case importDocuments(project: String)
    case getMemory
    case getClock
    case setClock
    case reset

    /// Finds the route; nil where there is none.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - path: The path, percent-decoded.
    init?(_ method: HTTPRequest.Method, _ path: String) {
        let route: Route?
        if path == "/" || path.isEmpty {
            route = method == .get ? .health : nil
        } else if path == "/reset" {
            route = method == .post ? .reset : nil
        } else if let name = path.removingPrefix("/v1/") ?? path.removingPrefix("/v1beta1/") {
            route = Route.documents(method, name)
        } else if let name = path.removingPrefix("/emulator/v1/") {
            route = Route.control(method, name) ?? Route.clear(method, name)
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
            if words.count == 5, let verb = String(fifth).removingPrefix("documents:") {
                return databaseVerb(
                    verb, words[..<4].joined(separator: "/"), root: words[..<4] + ["documents"])
            }
            if words.count > 5, fifth == "documents", let route = parentVerb(name) { return route }
        }
        guard words.count > 5, fifth == "documents" else { return nil }
        let isCollection = words.count.isMultiple(of: 2)
        switch method {
        case .get: return isCollection ? .listDocuments(name: name) : .getDocument(name: name)
        case .post:
            return .createDocument(
                parent: words.dropLast().joined(separator: "/"), collectionID: String(words[words.count - 1]))
        case .patch: return .patchDocument(name: name)
        case .delete: return .deleteDocument(name: name)
        default: return nil
        }
    }

    private static func databaseVerb(_ verb: String, _ database: String, root: [Substring]) -> Route? {
        switch verb {
        case "batchGet": .batchGet(database: database)
        case "commit": .commit(database: database)
        case "beginTransaction": .beginTransaction(database: database)
        case "rollback": .rollback(database: database)
        case "batchWrite": .batchWrite(database: database)
        default: parentVerb(root.joined(separator: "/") + ":" + verb)
        }
    }

    /// The methods that look below a document, or below the root of a database.
    private static func parentVerb(_ name: String) -> Route? {
        // Behind an id with a colon there is no method, as in Google's emulator.
        let end = name.lastIndex(of: "/").map { name[$0...] } ?? name[...]
        if end.count(where: { $0 == ":" }) != 1 { return nil }
        if let parent = name.removingSuffix(":runQuery") { return .runQuery(parent: parent) }
        if let parent = name.removingSuffix(":runAggregationQuery") {
            return .runAggregationQuery(parent: parent)
        }
        if let parent = name.removingSuffix(":partitionQuery") { return .partitionQuery(parent: parent) }
        if let parent = name.removingSuffix(":listCollectionIds") {
            return .listCollectionIDs(parent: parent)
        }
        return nil
    }

    /// What only an emulator does: rules, export and import of a project, and the clock.
    private static func control(_ method: HTTPRequest.Method, _ name: String) -> Route? {
        if name == "memory" { return method == .get ? .getMemory : nil }
        if name == "clock" {
            if method == .get { return .getClock }
            return method == .put ? .setClock : nil
        }
        guard let verb = name.removingPrefix("projects/"), let colon = verb.lastIndex(of: ":"),
            colon != verb.startIndex, !verb.contains("/")
        else { return nil }
        let project = String(verb[..<colon])
        return switch (verb[colon...], method) {
        case (":securityRules", .get): .getRules(project: project)
        case (":securityRules", .put): .setRules(project: project)
        case (":ruleCoverage", .get): .getRuleCoverage(project: project)
        case (":ruleCoverage.html", .get): .getRuleCoveragePage(project: project)
        case (":explain", .get): .explain(project: project)
        case (":export", .post): .exportDocuments(project: project)
        case (":import", .post): .importDocuments(project: project)
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
    private static func words(_ name: String) -> [Substring] {
        let words = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(
            Substring.init)
        return words.count >= 4 && words[0] == "projects" && words[2] == "databases" ? words : []
    }
}

extension Route {
    /// The items of the URL that may stand only once, which is looked at before anything else: those that Google's emulator
    /// takes for fields of the message.
    var singleItems: [String] {
        switch self {
        case .getDocument, .listDocuments: Route.itemsOfReading
        case .batchGet, .runQuery, .runAggregationQuery, .commit: Route.itemsOfTransactions
        case .listCollectionIDs: Route.itemsOfPaging
        default: []
        }
    }

    private static let itemsOfTransactions = ["transaction"]
    private static let itemsOfPaging = ["pageSize", "pageToken"]
    private static let itemsOfReading =
        itemsOfPaging + itemsOfTransactions + ["orderBy", "showMissing", "readTime"]

    /// True for requests that read or write files, which other connections must not wait for.
    static func usesFiles(_ request: HTTPRequest) -> Bool {
        guard request.method == .post, let path = request.path, path.hasPrefix("/emulator/"),
            let target = try? RequestTarget(path)
        else { return false }
        switch Route(request.method, target.path) {
        case .exportDocuments, .importDocuments: return true
        default: return false
        }
    }

    /// True for the request that asks the process to end, which only a server on a socket may be told.
    static func isShutdown(_ request: HTTPRequest) -> Bool {
        request.method == .post && request.path == "/shutdown"
    }
}

extension String {
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
    }

    fileprivate func removingSuffix(_ suffix: String) -> String? {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
    }
}
