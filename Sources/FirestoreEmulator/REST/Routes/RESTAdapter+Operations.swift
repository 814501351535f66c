import FirestoreModel
import FirestoreREST
import HTTPTransport

/// The methods that carry their parameters in the body: batchGet, runQuery, commit, transactions.
extension RESTAdapter {
    func batchGet(_ database: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let (request, refusal) = try BatchGetRequest.read(context.body)
        let id = try DatabaseID(wire: database)
        let (database, caller) = try access(id, context)
        if let refusal { throw refusal }
        for name in request.documents where name.database != id {
            throw .invalidArgument(
                "The document name \"\(name)\" is in another database than the request, \"\(id)\".")
        }
        // A name that is asked for twice is answered once.
        var seen: Set<DocumentPath> = []
        let names = request.documents.filter { seen.insert($0.path).inserted }
        let (view, documents) = try database.documents(
            names.map(\.path), request.consistency, for: caller)
        var elements = view.newTransaction.map { [BatchGetElement.transaction($0)] } ?? []
        for (name, document) in zip(names, documents) {
            if let document {
                elements.append(.found(document.document(mask: request.mask), readTime: view.readTime))
            } else {
                elements.append(.missing(name, readTime: view.readTime))
            }
        }
        return .stream(elements, to: context) { $1.write(to: &$0) }
    }

    func runQuery(_ parent: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let (request, refusal) = try RunQueryRequest.read(context.body)
        let name = try ResourceName(wire: parent, as: .parent)
        let path = try name.parent(wire: parent)
        let (database, caller) = try access(name.database, context)
        if let refusal = request.query.filter?.refusalOfCombination { throw .invalidArgument(refusal) }
        if case .transaction(let id)? = request.consistency { try database.checkTransaction(id) }
        if let refusal { throw refusal }
        let plan = try QueryPlan(request.query, in: name.database, parent: path)
        try core.checkIndexes(for: plan)
        let (view, result) = try database.run(plan, request.consistency, for: caller)
        var elements = view.newTransaction.map { [RunQueryElement(transaction: $0)] } ?? []
        for document in result.documents {
            elements.append(
                RunQueryElement(document: document.document(mask: plan.mask), readTime: view.readTime))
        }
        if result.documents.isEmpty {
            elements.append(RunQueryElement(readTime: view.readTime))
        } else {
            // Google's emulator repeats the number on each element but the last one.
            for index in elements.indices.suffix(result.documents.count).dropLast() {
                elements[index].skippedResults = result.skipped
            }
        }
        elements[elements.count - 1].done = true
        return .stream(elements, to: context) { $1.write(to: &$0) }
    }

    func commit(_ database: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let (request, refusal) = try CommitRequest.read(context.body)
        let (database, caller) = try access(DatabaseID(wire: database), context)
        if let id = request.transaction {
            try database.checkTransaction(id, isWriting: !request.writes.isEmpty)
        }
        if let refusal { throw refusal }
        if request.writes.isEmpty {
            if let transaction = request.transaction { _ = try database.commit([], transaction: transaction) }
            return .emptyMessage
        }
        let outcome = try database.commit(
            request.writes, transaction: request.transaction, by: caller)
        // Where nothing is written there is no time of it, though a transaction may have ended.
        if request.writes.isEmpty { return .emptyMessage }
        let response = CommitResponse(writeResults: outcome.results, commitTime: outcome.commitTime)
        return .message(context.style, capacity: 128 + outcome.results.count * 128) {
            response.write(to: &$0)
        }
    }

    func beginTransaction(_ database: String, _ context: RequestContext) throws(RPCStatus)
        -> HTTPExchangeResponse
    {
        let (request, refusal) = try BeginTransactionRequest.read(context.body)
        let id = try DatabaseID(wire: database)
        // Needs no permission: what the transaction then does is checked.
        _ = try context.identity()
        if let refusal { throw refusal }
        let message = TransactionMessage(transaction: try core.database(id).begin(request.options))
        return .message(context.style) { message.write(to: &$0) }
    }

    func rollback(_ database: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try TransactionMessage(body: context.body)
        let id = try DatabaseID(wire: database)
        _ = try context.identity()
        try core.database(id).rollback(request.transaction)
        return .emptyMessage
    }
}
