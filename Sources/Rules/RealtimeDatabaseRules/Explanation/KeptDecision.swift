package import RulesCore

/// What is kept of a decision, to explain it when somebody asks: the rules, and as much of the request as an explanation is about.
///
/// It keeps the database alive as it was when the decision was made.
package struct KeptDecision: Sendable {
    package let isAllowed: Bool
    package let ruleset: DatabaseRuleset
    private let request: DatabaseRequest
    /// The places of the kept operations in the request, and how many that had.
    private let operations: Range<Int>
    private let operationCount: Int

    /// Keeps a decision, which need not have been traced.
    package init(_ decision: DatabaseDecision, on request: DatabaseRequest, by ruleset: DatabaseRuleset) {
        self.ruleset = ruleset
        isAllowed = decision.isAllowed
        operationCount = request.operation.count
        operations = decision.explainedOperations(of: operationCount)
        self.request = request.part(operations)
    }

    /// Why the rules said so: what is kept of the request is decided once more, and is traced this time.
    package var explanation: Explanation {
        var explanation = ruleset.explain(request)
        explanation.firstOperation = operations.lowerBound + 1
        explanation.operationCount = operationCount
        return explanation
    }
}

extension DatabaseRequest {
    /// The same request about some of its paths alone. What rules say of a path does not depend on the others.
    fileprivate func part(_ range: Range<Int>) -> DatabaseRequest {
        guard case .write(let paths, let after) = operation, range.count < paths.count else { return self }
        return DatabaseRequest(
            .write(Array(paths[range]), after: after), auth: auth, now: now, root: root)
    }
}

extension DatabaseRequest.Operation {
    fileprivate var count: Int {
        switch self {
        case .read: 1
        case .write(let paths, _): paths.count
        }
    }
}
