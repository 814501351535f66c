import EmulatorAccess
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import FirestoreRules
import JSONText

/// The JSON of calls: what was asked for is a request of the REST API, whichever the protocol was.
extension LoggedCall {
    /// - Parameter sender: The sender; nil for a token that nobody can have.
    func write(to writer: inout WireEncoder, sender: Sender?) {
        let facts = record.facts
        let status = facts.refusal ?? refusal
        writer.object { writer in
            writer.member("number") { $0.integer(number) }
            writer.member("time") { $0.string(time.description) }
            writer.member("protocol") { $0.string(metadata.sentBy?.rawValue ?? "") }
            writer.member("method") { $0.string(method.name) }
            writer.sender(sender, in: facts.content?.database)
            writer.member("status") { $0.string(status?.code.name ?? "OK") }
            if let message = status?.message { writer.member("message") { $0.string(message) } }
            let microseconds = duration.components.attoseconds / 1_000_000_000_000
            writer.member("microseconds") {
                $0.integer(duration.components.seconds * 1_000_000 + microseconds)
            }
            // An empty result is billed as one read.
            let least = method == .listen && status == nil ? 1 : 0
            writer.member("reads") { $0.integer(max(least, facts.reads)) }
            writer.member("writes") { $0.integer(facts.writes) }
            writer.member("deletes") { $0.integer(facts.deletes) }
            if let decision = facts.decision { writer.member("decision") { $0.integer(decision) } }
            if isBackground { writer.member("background") { $0.boolean(true) } }
            if facts.isOpen { writer.member("open") { $0.boolean(true) } }
            if let content = facts.content { content.writeMembers(to: &writer, isBatch: isBatchWrite) }
        }
    }

    private var isBatchWrite: Bool { method == .single(.batchWrite) }
}

extension CallContent {
    /// The most paths of one call.
    private static let mostTargets = 20

    fileprivate func writeMembers(to writer: inout WireEncoder, isBatch: Bool) {
        let targets = targets
        writer.member("targets") { $0.array(targets.prefix(CallContent.mostTargets)) { $0.string($1) } }
        writer.member("targetCount") { $0.integer(targets.count) }
        guard let database, let (verb, message) = request(isBatch: isBatch) else { return }
        writer.member("request") { writer in
            writer.object { writer in
                writer.member("method") { $0.string("POST") }
                writer.member("path") { $0.string("/v1/\(database)/documents\(verb)") }
                writer.member("body") { message.write(to: &$0) }
            }
        }
    }

    private var targets: [String] {
        switch self {
        case .documents(let names): names.map(\.path.description)
        case .query(let query, _, let parent): [CallContent.target(query, parent)]
        case .aggregations(let request, _, let parent): [CallContent.target(request.query, parent)]
        case .writes(let writes, _): writes.map(\.name.path.description)
        case .other: []
        }
    }

    private static func target(_ query: StructuredQuery, _ parent: DocumentPath?) -> String {
        let selector = query.from.first
        let id = selector.map { $0.collectionID.isEmpty ? "*" : $0.collectionID } ?? "*"
        let prefix = parent.map { "\($0)/" } ?? ""
        return prefix + (selector?.allDescendants == true ? "**/\(id)" : id)
    }

    /// The path and the body of the request of the REST API; nil for a call that has none to repeat.
    private func request(isBatch: Bool) -> (path: String, message: any WireMessage)? {
        func suffix(_ parent: DocumentPath?) -> String { parent.map { "/\($0)" } ?? "" }
        switch self {
        case .documents(let names): return (":batchGet", BatchGetDocumentsRequest(documents: names))
        case .query(let query, _, let parent):
            return (suffix(parent) + ":runQuery", RunQueryRequest(query: query))
        case .aggregations(let request, _, let parent):
            let plain = RunAggregationQueryRequest(query: request.query, aggregations: request.aggregations)
            return (suffix(parent) + ":runAggregationQuery", plain)
        case .writes(let writes, _):
            return (isBatch ? ":batchWrite" : ":commit", CommitRequest(writes: writes))
        case .other: return nil
        }
    }
}

extension WireEncoder {
    /// Writes who has sent a call: `"admin": true`, or `auth` with the claims of a user; nothing for nobody.
    fileprivate mutating func sender(_ sender: Sender?, in database: DatabaseID?) {
        guard let sender else { return }
        if sender.identity == .admin { return member("admin") { $0.boolean(true) } }
        guard let auth = sender.auth,
            let claims = MapValue(auth.token, in: database ?? DatabaseID(project: "p"))
        else { return }
        member("auth") { $0.object { $0.member("token") { $0.value(.map(claims)) } } }
    }
}
