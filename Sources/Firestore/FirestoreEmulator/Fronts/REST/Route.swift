import HTTPTypes

/// The recognized method and path of a request. Its names are not parsed yet, so that an invalid body
/// is refused before an invalid name, as in Google's emulator.
enum Route: Equatable, Sendable {
    case service(ServiceRoute)
    case control(ControlRoute)
}

/// A method of the service, and the name of its resource.
enum ServiceRoute: Equatable, Sendable {
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
}

/// Requests that only an emulator has.
enum ControlRoute: Equatable, Sendable {
    case health
    case clearDatabase(name: String)
    case clearDocument(name: String)
    case clearCollection(name: String)
    case getRules(project: String)
    case setRules(project: String)
    case getRuleCoverage(project: String)
    case getRuleCoveragePage(project: String)
    case explain(project: String)
    case getRequests(project: String)
    case getCalls(project: String)
    case replay(project: String)
    case decide(project: String)
    case getCommits(database: String)
    case getVersions(document: String)
    case getRequiredIndex(project: String)
    case exportDocuments(project: String)
    case importDocuments(project: String)
    case getMemory
    case getClock
    case setClock
    case getListening
    case setListening
    case getFaults
    case setFaults
    case clearFaults
    case reset
}

extension Route {
    /// Finds the route; nil if there is none.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - path: The path, percent-decoded.
    init?(_ method: HTTPRequest.Method, _ path: String) {
        if let name = path.removingPrefix("/v1/") ?? path.removingPrefix("/v1beta1/") {
            guard let route = ServiceRoute(method, name) else { return nil }
            self = .service(route)
        } else {
            guard let route = ControlRoute(method, path) else { return nil }
            self = .control(route)
        }
    }

    /// True for requests that read or write files; other connections must not wait for these.
    static func usesFiles(_ request: HTTPRequest) -> Bool {
        guard request.method == .post, let path = request.path, path.hasPrefix("/emulator/"),
            let target = try? RequestTarget(path)
        else { return false }
        switch Route(request.method, target.path) {
        case .control(.exportDocuments), .control(.importDocuments): return true
        default: return false
        }
    }

    /// True for the request to end the process, which only a server on a socket accepts.
    static func isShutdown(_ request: HTTPRequest) -> Bool {
        request.method == .post && request.path == "/shutdown"
    }
}

extension ServiceRoute {
    fileprivate init?(_ method: HTTPRequest.Method, _ name: String) {
        let words = name.words
        guard let fifth = words.dropFirst(4).first else { return nil }
        if method == .post {
            if words.count == 5, let verb = String(fifth).removingPrefix("documents:") {
                self.init(
                    databaseVerb: verb, words[..<4].joined(separator: "/"), root: words[..<4] + ["documents"])
                return
            }
            if words.count > 5, fifth == "documents", let route = ServiceRoute(parentVerb: name) {
                self = route
                return
            }
        }
        guard words.count > 5, fifth == "documents" else { return nil }
        let isCollection = words.count.isMultiple(of: 2)
        switch method {
        case .get: self = isCollection ? .listDocuments(name: name) : .getDocument(name: name)
        case .post:
            self = .createDocument(
                parent: words.dropLast().joined(separator: "/"), collectionID: String(words[words.count - 1]))
        case .patch: self = .patchDocument(name: name)
        case .delete: self = .deleteDocument(name: name)
        default: return nil
        }
    }

    private init?(databaseVerb verb: String, _ database: String, root: [Substring]) {
        switch verb {
        case "batchGet": self = .batchGet(database: database)
        case "commit": self = .commit(database: database)
        case "beginTransaction": self = .beginTransaction(database: database)
        case "rollback": self = .rollback(database: database)
        case "batchWrite": self = .batchWrite(database: database)
        default: self.init(parentVerb: root.joined(separator: "/") + ":" + verb)
        }
    }

    /// The methods on the collections of a document, or of the root of a database.
    private init?(parentVerb name: String) {
        // No method follows an id with a colon, as in Google's emulator.
        let end = name.lastIndex(of: "/").map { name[$0...] } ?? name[...]
        if end.count(where: { $0 == ":" }) != 1 { return nil }
        if let parent = name.removingSuffix(":runQuery") {
            self = .runQuery(parent: parent)
        } else if let parent = name.removingSuffix(":runAggregationQuery") {
            self = .runAggregationQuery(parent: parent)
        } else if let parent = name.removingSuffix(":partitionQuery") {
            self = .partitionQuery(parent: parent)
        } else if let parent = name.removingSuffix(":listCollectionIds") {
            self = .listCollectionIDs(parent: parent)
        } else {
            return nil
        }
    }

    /// Whether the method answers with a stream, which is an array over REST.
    var isStreaming: Bool {
        switch self {
        case .batchGet, .runQuery, .runAggregationQuery: true
        case .getDocument, .listDocuments, .createDocument, .patchDocument, .deleteDocument, .commit,
            .beginTransaction, .rollback, .batchWrite, .partitionQuery, .listCollectionIDs:
            false
        }
    }

    /// The items of the URL that may appear only once, which is checked first: those that Google's emulator
    /// treats as fields of the message.
    var singleItems: [String] {
        switch self {
        case .getDocument, .listDocuments: ServiceRoute.itemsOfReading
        case .batchGet, .runQuery, .runAggregationQuery, .commit: ServiceRoute.itemsOfTransactions
        case .listCollectionIDs: ServiceRoute.itemsOfPaging
        case .createDocument, .patchDocument, .deleteDocument, .beginTransaction, .rollback, .batchWrite,
            .partitionQuery:
            []
        }
    }

    private static let itemsOfTransactions = ["transaction"]
    private static let itemsOfPaging = ["pageSize", "pageToken"]
    private static let itemsOfReading =
        itemsOfPaging + itemsOfTransactions + ["orderBy", "showMissing", "readTime"]
}

extension ControlRoute {
    fileprivate init?(_ method: HTTPRequest.Method, _ path: String) {
        if path == "/" || path.isEmpty {
            guard method == .get else { return nil }
            self = .health
        } else if path == "/reset" {
            guard method == .post else { return nil }
            self = .reset
        } else if let name = path.removingPrefix("/emulator/v1/"),
            let route = ControlRoute(ofEmulator: method, name) ?? ControlRoute(clearing: method, name)
                ?? ControlRoute(ofPast: method, name)
        {
            self = route
        } else {
            return nil
        }
    }

    /// Rules, export and import of a project, memory, the clock, listeners and faults.
    private init?(ofEmulator method: HTTPRequest.Method, _ name: String) {
        switch (name, method) {
        case ("memory", .get): self = .getMemory
        case ("clock", .get): self = .getClock
        case ("clock", .put): self = .setClock
        case ("listening", .get): self = .getListening
        case ("listening", .put): self = .setListening
        case ("faults", .get): self = .getFaults
        case ("faults", .put): self = .setFaults
        case ("faults", .delete): self = .clearFaults
        default:
            guard let verb = name.removingPrefix("projects/"), let colon = verb.lastIndex(of: ":"),
                colon != verb.startIndex, !verb.contains("/")
            else { return nil }
            self.init(ofProject: String(verb[..<colon]), method, verb[colon...])
        }
    }

    private init?(ofProject project: String, _ method: HTTPRequest.Method, _ verb: Substring) {
        switch (verb, method) {
        case (":securityRules", .get): self = .getRules(project: project)
        case (":securityRules", .put): self = .setRules(project: project)
        case (":ruleCoverage", .get): self = .getRuleCoverage(project: project)
        case (":ruleCoverage.html", .get): self = .getRuleCoveragePage(project: project)
        case (":explain", .get): self = .explain(project: project)
        case (":requests", .get): self = .getRequests(project: project)
        case (":calls", .get): self = .getCalls(project: project)
        case (":replay", .post): self = .replay(project: project)
        case (":decide", .post): self = .decide(project: project)
        case (":requiredIndex", .post): self = .getRequiredIndex(project: project)
        case (":export", .post): self = .exportDocuments(project: project)
        case (":import", .post): self = .importDocuments(project: project)
        default: return nil
        }
    }

    private init?(ofPast method: HTTPRequest.Method, _ name: String) {
        let words = name.words
        guard method == .get, words.count >= 5 else { return nil }
        if words.count == 5, words[4] == "documents:commits" {
            self = .getCommits(database: words[..<4].joined(separator: "/"))
        } else if words.count > 5, words[4] == "documents", let document = name.removingSuffix(":versions") {
            self = .getVersions(document: document)
        } else {
            return nil
        }
    }

    private init?(clearing method: HTTPRequest.Method, _ name: String) {
        let words = name.words
        guard method == .delete, words.count >= 5, words[4] == "documents" else { return nil }
        if words.count == 5 {
            self = .clearDatabase(name: name)
        } else {
            self = words.count.isMultiple(of: 2) ? .clearCollection(name: name) : .clearDocument(name: name)
        }
    }
}

extension String {
    /// The parts of a name; none if it does not begin like every name.
    fileprivate var words: [Substring] {
        let words = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(
            Substring.init)
        return words.count >= 4 && words[0] == "projects" && words[2] == "databases" ? words : []
    }

    fileprivate func removingPrefix(_ prefix: String) -> String? {
        utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
    }

    fileprivate func removingSuffix(_ suffix: String) -> String? {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
    }
}
