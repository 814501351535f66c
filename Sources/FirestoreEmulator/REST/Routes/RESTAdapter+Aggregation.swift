import FirestoreModel
import FirestoreREST
import HTTPTransport

/// Queries whose results are reduced to numbers.
extension RESTAdapter {
    func runAggregationQuery(_ parent: String, _ context: RequestContext) throws(RPCStatus)
        -> HTTPExchangeResponse
    {
        let (request, refusal) = try RunAggregationQueryRequest.read(context.body)
        let name = try ResourceName(wire: parent, as: .parent)
        let path = try name.parent(wire: parent)
        let (database, caller) = try access(name.database, context)
        if let refusal = request.query.filter?.refusalOfCombination { throw .invalidArgument(refusal) }
        if case .transaction(let id)? = request.consistency { try database.checkTransaction(id) }
        if let refusal { throw refusal }
        let plan = try AggregationPlan(
            request.aggregations, of: request.query, in: name.database, parent: path)
        try core.checkIndexes(for: plan.query)
        let (view, result) = try database.run(plan.query, request.consistency, for: caller)
        var elements = view.newTransaction.map { [RunAggregationQueryElement.transaction($0)] } ?? []
        elements.append(.result(plan.reduce(result.documents), readTime: view.readTime))
        return .stream(elements, to: context) { $1.write(to: &$0) }
    }
}
