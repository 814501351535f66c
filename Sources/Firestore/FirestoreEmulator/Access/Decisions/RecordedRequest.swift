package import FirestoreModel
import FirestoreRules

/// A request that rules have decided, with the documents that they looked at: enough to have it decided again, also by other rules.
package struct RecordedRequest: Sendable, Equatable {
    package enum Operation: Sendable, Equatable {
        case get([DocumentName])
        case query(StructuredQuery, parent: DocumentPath?)
        case commit([Write])
    }

    /// Counts the decisions of a project, from 1.
    package var number: Int
    /// The time of the request, and of its server timestamps.
    package var time: Timestamp
    package var isAllowed: Bool
    package var database: DatabaseID
    /// The claims of the signed-in user; nil if nobody is signed in.
    package var claims: MapValue?
    /// The documents before the request.
    package var documents: [Document]
    package var operation: Operation
}

extension RecordedRequest {
    /// Records a decision, as long as the emulator keeps its request and not only its explanation.
    init?(_ decision: RuleDecision) {
        guard case .decided(let decided, _) = decision.content else { return nil }
        self.init(decided, number: decision.number)
    }

    /// Nil for a user with claims that no token has.
    private init?(_ decided: DecidedRequest, number: Int) {
        let request = decided.request
        var claims: MapValue?
        if let auth = request.auth {
            guard let fields = MapValue(auth.token, in: request.database) else { return nil }
            claims = fields
        }
        self.init(
            number: number, time: request.time, isAllowed: decided.isAllowed, database: request.database,
            claims: claims,
            documents: decided.documents.compactMap { $0.stored?.document() }, operation: Operation(decided))
    }

    /// The request and the documents, as rules take them.
    ///
    /// - Throws: INVALID_ARGUMENT for a query that is not valid.
    package var record: DecisionRecord {
        get throws(RPCStatus) {
            var state = DatabaseState()
            for document in documents {
                state.set(
                    document.name.path,
                    to: StoredDocument(
                        name: document.name, fields: document.fields, createTime: document.createTime ?? time,
                        updateTime: document.updateTime ?? time))
            }
            let auth = claims.map { RulesAuth(uid: $0["sub"]?.stringValue, token: RuleMap(stored: $0)) }
            let request = RulesRequest(
                auth: auth, time: time, database: database,
                operations: try operation.operations(in: database))
            if case .commit(let writes) = operation {
                return DecisionRecord(
                    request: request, source: WriteSource(writes, on: state, at: time), denial: nil)
            }
            return DecisionRecord(request: request, source: ReadSource(state: state), denial: nil)
        }
    }
}

extension RecordedRequest.Operation {
    fileprivate init(_ decided: DecidedRequest) {
        let request = decided.request
        if case .list(let list)? = request.operations.first {
            self = .query(StructuredQuery(list), parent: list.parent)
        } else if decided.writes.isEmpty {
            self = .get(request.operations.compactMap(\.document).map { DocumentName(request.database, $0) })
        } else {
            self = .commit(decided.writes)
        }
    }

    fileprivate func operations(in database: DatabaseID) throws(RPCStatus) -> [RulesOperation] {
        switch self {
        case .get(let names): names.map { .get($0.path) }
        case .query(let query, let parent):
            [.list(try ListOperation(QueryPlan(query, in: database, parent: parent)))]
        case .commit(let writes): WriteOperation.merged(writes).map { .write($0) }
        }
    }
}

extension StructuredQuery {
    /// A query as rules have seen it.
    fileprivate init(_ list: ListOperation) {
        let disjuncts = list.disjuncts.map { $0.count == 1 ? $0[0] : Filter.and($0) }
        self.init(
            select: list.fields.map { DocumentMask($0.compactMap { try? FieldPath(parsing: $0) }) },
            from: [CollectionSelector(list.collectionID?.string ?? "", allDescendants: list.allDescendants)],
            filter: list.disjuncts == [[]] ? nil : disjuncts.count == 1 ? disjuncts[0] : .or(disjuncts),
            orderBy: list.orderBy, offset: list.offset, limit: list.limit)
    }
}
