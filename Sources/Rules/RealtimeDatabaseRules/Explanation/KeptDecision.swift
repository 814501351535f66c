package import RulesCore

/// The parts of a decision that are kept to explain it on demand: the rules, and the part of the request to explain.
///
/// It keeps the database alive as it was at the time of the decision.
package struct KeptDecision: Sendable {
    package let isAllowed: Bool
    package let ruleset: DatabaseRuleset
    /// The kept part of the request.
    package let request: DatabaseRequest
    /// The places of the kept operations in the request, and the number of all.
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

    /// The explanation: the kept part of the request is decided once more, this time with tracing.
    package var explanation: Explanation {
        var explanation = ruleset.explain(request)
        explanation.firstOperation = operations.lowerBound + 1
        explanation.operationCount = operationCount
        return explanation
    }
}

extension DatabaseRequest {
    /// The same request for some of its paths only. The verdict about a path does not depend on the others.
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
