import FirestoreModel

extension Evaluation {
    /// What an expression of literals always comes to; nil where it fails, which it then does each time anew.
    static func folded(_ node: any PlanNode) -> ConstantNode? {
        let database = DatabaseID(project: "")
        let evaluation = Evaluation(
            request: .null, resource: .failure(.unknown),
            documents: DocumentAccess(NoDocuments(), database: database, operations: []),
            work: WorkMeter(), trace: nil)
        guard let value = try? node.value(in: evaluation) else { return nil }
        return ConstantNode(value, cost: evaluation.spent)
    }
}
