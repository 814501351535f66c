package import FirestoreModel

/// What is kept of a decision, to explain it when somebody asks.
package struct KeptDecision: Sendable {
    /// What was asked for.
    enum Target: Sendable {
        case document(RulesMethod, DocumentPath)
        case list(parent: DocumentPath?, collectionID: ResourceID?, allDescendants: Bool)
    }

    /// So many operations of one request are kept.
    private static let maximumOperations = 20

    /// When the request was made.
    package let time: Timestamp
    package let isAllowed: Bool
    let auth: RulesAuth?
    let database: DatabaseID
    let targets: [Target]
    /// The place of the first target in the request.
    let firstTarget: Int
    let operationCount: Int
    let steps: [RulesDecision.Step]

    /// Keeps a decision.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - decision: The decision, which must have been traced and run.
    ///   - source: Asked whether a document is there, where the method depends on it.
    package init(
        _ request: RulesRequest, _ decision: RulesDecision, source: any RulesDataSource
    ) {
        let steps = decision.steps
        time = request.time
        auth = request.auth
        database = request.database
        isAllowed = decision.deniedOperation == nil
        operationCount = request.operations.count
        // Once data is looked at, what was found without it does not count any more.
        let hasData = steps.last?.hasData ?? false
        let range =
            decision.deniedOperation.map { $0..<($0 + 1) }
            ?? 0..<min(operationCount, KeptDecision.maximumOperations)
        firstTarget = range.lowerBound
        targets = range.map { Target(request.operations[$0], source) }
        var kept = steps.filter { $0.hasData == hasData && range.contains($0.operation) }
        if isAllowed {
            kept.removeAll { !$0.allows }
        } else if let allowing = kept.lastIndex(where: \.allows) {
            // A disjunct of a query, or the other method of a write, may have been allowed before.
            kept.removeSubrange(...allowing)
        }
        if !isAllowed, case .document(let method, _)? = targets.first {
            kept.removeAll { $0.method != method }
        }
        self.steps = kept
    }
}

extension RulesDecision.Step {
    fileprivate var allows: Bool {
        if case .value(.bool(true)) = outcome { true } else { false }
    }
}

extension KeptDecision.Target {
    fileprivate init(
        _ operation: RulesOperation, _ source: any RulesDataSource
    ) {
        switch operation {
        case .get(let path): self = .document(.get, path)
        case .list(let list):
            self = .list(
                parent: list.parent, collectionID: list.collectionID, allDescendants: list.allDescendants)
        case .write(let write):
            let candidates = write.candidates
            let method =
                candidates.count == 1
                ? candidates[0] : (source.document(write.path) == nil ? .create : .update)
            self = .document(method, write.path)
        }
    }
}
