import FirestoreModel
import FirestoreRules

extension ListOperation {
    /// A query as rules are asked about it.
    ///
    /// - Throws: INVALID_ARGUMENT for one of so many alternatives that rules cannot look at each.
    init(_ plan: QueryPlan) throws(RPCStatus) {
        try plan.filter?.withoutRepetitions.checkDisjunctions()
        self.init(
            parent: plan.parent, collectionID: plan.collectionID, allDescendants: plan.allDescendants,
            limit: plan.limit, offset: plan.offset, orderBy: plan.askedOrders,
            fields: plan.mask?.fieldPaths.filter { !$0.isDocumentID }.map(\.description),
            disjuncts: plan.filter?.disjuncts ?? [[]])
    }
}
