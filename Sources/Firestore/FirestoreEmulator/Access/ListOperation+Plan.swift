import FirestoreModel
import FirestoreRules

extension ListOperation {
    /// A query as seen by the rules.
    ///
    /// - Throws: INVALID_ARGUMENT if it has too many alternatives for the rules to check.
    init(_ plan: QueryPlan) throws(RPCStatus) {
        try plan.filter?.withoutRepetitions.checkDisjunctions()
        self.init(
            parent: plan.parent, collectionID: plan.collectionID, allDescendants: plan.allDescendants,
            limit: plan.limit, offset: plan.offset, orderBy: plan.askedOrders,
            fields: plan.mask?.fieldPaths.filter { !$0.isDocumentID }.map(\.description),
            disjuncts: plan.filter?.disjuncts ?? [[]])
    }
}
