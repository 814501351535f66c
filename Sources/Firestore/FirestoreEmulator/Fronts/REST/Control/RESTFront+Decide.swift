import FirestoreModel
import FirestoreREST
import FirestoreRPC
import FirestoreRules
import HTTPTransport
import JSONText

/// What the sender of the request may read, without reading it.
extension RESTFront {
    /// The most documents, and the most queries, of one request.
    private static let mostQuestions = 300

    /// Decides on documents and queries by themselves, now or at a past time. Nothing is read, billed or recorded.
    func decide(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let questions = try ReadQuestions(body: context.body)
        if max(questions.documents.count, questions.queries.count) > RESTFront.mostQuestions {
            throw .invalidArgument(
                "At most \(RESTFront.mostQuestions) documents and queries can be decided at once.")
        }
        if questions.database.project != project {
            throw .invalidArgument(
                "The database \"\(questions.database)\" is not in the project \"\(project)\".")
        }
        let database = core.database(questions.database)
        let view = try database.view(questions.time.map { .readTime($0) })
        // Not the service's caller, which has a log.
        let sender = try core.senders.sender(authorization: context.metadata.authorization)
        let caller = Caller(sender, rules: core.rules.rules(project: project))
        let time = core.clock.now()
        func isAllowed(_ operation: RulesOperation) throws(RPCStatus) -> Bool {
            do throws(RPCStatus) {
                try caller.check(
                    in: database.id, on: view.state, at: time, isInTransaction: false
                ) { [operation] }
                return true
            } catch {
                if error.code != .permissionDenied { throw error }
                return false
            }
        }
        var documents: [Bool] = []
        for path in questions.documents { documents.append(try isAllowed(.get(path))) }
        var queries: [Bool] = []
        for query in questions.queries {
            let plan = try QueryPlan(query.query, in: database.id, parent: query.parent)
            queries.append(try isAllowed(.list(try ListOperation(plan))))
        }
        return .message(.compact) { writer in
            writer.object { writer in
                writer.member("documents") { $0.array(documents) { $0.boolean($1) } }
                writer.member("queries") { $0.array(queries) { $0.boolean($1) } }
            }
        }
    }
}

/// The body of `:decide`: `{"database": NAME, "documents": [NAME], "queries": [{"parent": NAME, "structuredQuery": …}], "readTime": TIME}`.
private struct ReadQuestions {
    let database: DatabaseID
    let documents: [DocumentPath]
    let queries: [(query: StructuredQuery, parent: DocumentPath?)]
    let time: Timestamp?

    init(body: [UInt8]) throws(RPCStatus) {
        (database, documents, queries, time) = try WireDecoder.decode(body) {
            decoder, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "documents", "queries", "readTime")
            let database = try DatabaseID(wire: try reader.string("database") ?? "")
            var documents: [DocumentPath] = []
            for name in try reader.strings("documents") {
                documents.append(try DocumentName(wire: name).path)
            }
            var queries: [(StructuredQuery, DocumentPath?)] = []
            for element in try reader.array("queries") {
                let query = try MessageReader(element, "parent", "structuredQuery")
                let parent = try query.text("parent").map { text throws(RPCStatus) in
                    try ResourceName(wire: text, as: .parent).segments
                }
                queries.append(
                    (
                        try decoder.structuredQuery(query["structuredQuery"]),
                        parent.flatMap { DocumentPath(segments: $0) }
                    ))
            }
            return (database, documents, queries, try reader.timestamp("readTime"))
        }
    }
}
