extension Evaluation {
    /// The constant value of an expression of literals; nil if it fails, which it then does each time.
    static func folded(_ node: any PlanNode) -> ConstantNode? {
        let subject = Subject(path: RequestPath([]), resource: .unknown)
        let evaluation = Evaluation(
            given: .null, subject, documents: DocumentAccess(mocks: []), work: WorkMeter(), trace: nil)
        guard let value = try? node.value(in: evaluation) else { return nil }
        return ConstantNode(value, cost: evaluation.spent)
    }
}
