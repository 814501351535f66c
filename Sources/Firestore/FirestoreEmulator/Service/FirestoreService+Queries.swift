import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// Queries: their documents, aggregations and partitions.
extension FirestoreService {
    func runQuery(
        _ request: Decoded<RunQueryRequest>, parent: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> [RunQueryResponse] {
        let (name, path) = try root(of: parent)
        let (database, caller) = try access(name.database, metadata)
        let (query, consistency) = (request.message.query, request.message.consistency)
        metadata.note(.query(query, name.database, parent: path))
        try check(query, consistency, in: database)
        if let refusal = request.refusal { throw refusal }
        let plan = try QueryPlan(query, in: name.database, parent: path)
        try core.checkIndexes(for: plan, in: name.database)
        let (view, result) = try database.run(plan, consistency, for: caller)
        metadata.bill(reads: max(1, result.documents.count))
        return RunQueryResponse.stream(result, mask: plan.mask, view, saysDone: core.profile == .emulator)
    }

    func runAggregationQuery(
        _ request: Decoded<RunAggregationQueryRequest>, parent: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> [RunAggregationQueryResponse] {
        let (name, path) = try root(of: parent)
        let (database, caller) = try access(name.database, metadata)
        let (query, consistency) = (request.message.query, request.message.consistency)
        metadata.note(.aggregations(request.message, name.database, parent: path))
        try check(query, consistency, in: database)
        if let refusal = request.refusal { throw refusal }
        let plan = try AggregationPlan(
            request.message.aggregations, of: query, in: name.database, parent: path)
        try core.checkIndexes(for: plan.query, in: name.database)
        let (view, result) = try database.run(plan.query, consistency, for: caller)
        metadata.bill(reads: max(1, (result.documents.count + 999) / 1000))
        let responses = view.newTransaction.map { [RunAggregationQueryResponse.transaction($0)] } ?? []
        return responses + [.result(plan.reduce(result.documents), readTime: view.readTime)]
    }

    func partitionQuery(
        _ request: Decoded<PartitionQueryRequest>, parent: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> PartitionQueryResponse {
        let (name, path) = try root(of: parent)
        metadata.note(.query(request.message.query, name.database, parent: path))
        let identity = try Identity(authorization: metadata.authorization, like: core.profile)
        let request = try request.get()
        if request.partitionCount <= 0 {
            throw .invalidArgument("partition_count must be greater than zero.")
        }
        try FirestoreService.checkPageSize(request.pageSize)
        try QueryPlan.checkPartitions(of: request.query)
        let plan = try QueryPlan(request.query, in: name.database, parent: path)
        let start = try request.pageToken.map { text throws(RPCStatus) in
            try PageToken(text: text, valueCount: 1).cursor.values.first ?? .null
        }
        try FirestoreService.checkAdmin(identity, for: "Metadata operations")
        let (_, result) = try core.database(name.database).run(plan, request.readTime.map { .readTime($0) })
        var points = QueryPlan.partitionPoints(result.documents, most: request.partitionCount)
            .map { Value.reference($0) }
        if let start { points.removeAll { $0.compare(to: start) != .greater } }
        let page = request.pageSize == 0 ? points[...] : points.prefix(request.pageSize)
        return PartitionQueryResponse(
            partitions: page.map { StructuredQuery.Cursor([$0], before: false) },
            nextPageToken: page.count < points.count ? page.last.map { PageToken(values: [$0]).text } : nil)
    }

    /// The name of a parent, and the document of that name; nil for the root.
    func root(of parent: String) throws(RPCStatus) -> (name: ResourceName, path: DocumentPath?) {
        let name = try ResourceName(wire: parent, as: .parent)
        return (name, try name.parent(wire: parent))
    }

    static func checkPageSize(_ size: Int) throws(RPCStatus) {
        if size < 0 { throw .invalidArgument("page_size must be greater than or equal to zero.") }
    }

    /// Checks for the problems of a query that are reported first.
    private func check(
        _ query: StructuredQuery, _ consistency: Consistency?, in database: Database
    ) throws(RPCStatus) {
        if let refusal = query.filter?.refusalOfCombination { throw .invalidArgument(refusal) }
        if case .transaction(let id)? = consistency { try database.checkTransaction(id) }
    }
}

extension RunQueryResponse {
    /// The documents of a result, one per element; one element without a document if there are none.
    fileprivate static func stream(
        _ result: QueryResult, mask: DocumentMask?, _ view: Database.View, saysDone: Bool
    ) -> [RunQueryResponse] {
        var responses = view.newTransaction.map { [RunQueryResponse(transaction: $0)] } ?? []
        responses.reserveCapacity(responses.count + max(result.documents.count, 1))
        for document in result.documents {
            responses.append(
                RunQueryResponse(document: document.document(mask: mask), readTime: view.readTime))
        }
        if result.documents.isEmpty {
            responses.append(RunQueryResponse(readTime: view.readTime))
        } else {
            // Google's emulator repeats the number on each element except the last.
            for index in responses.indices.suffix(result.documents.count).dropLast() {
                responses[index].skippedResults = result.skipped
            }
        }
        responses[responses.count - 1].done = saysDone
        return responses
    }
}
