import FirestoreModel
import FirestoreRules

extension ListOperation {
    /// A query as rules are asked about it.
    init(_ plan: QueryPlan) {
        self.init(
            parent: plan.parent, collectionID: plan.collectionID, allDescendants: plan.allDescendants,
            limit: plan.limit, offset: plan.offset, orderBy: plan.askedOrders,
            fields: plan.mask?.fieldPaths.filter { !$0.isDocumentID }.map(\.description),
            disjuncts: plan.filter?.disjuncts ?? [[]])
    }
}
