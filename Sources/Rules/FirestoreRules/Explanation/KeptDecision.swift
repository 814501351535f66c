package import FirestoreModel

/// The parts of a traced decision that explain it.
package struct KeptDecision: Sendable {
    /// What was asked for.
    enum Target: Sendable {
        case document(RulesMethod, DocumentPath)
        case list(parent: DocumentPath?, collectionID: ResourceID?, allDescendants: Bool)

        var method: RulesMethod {
            switch self {
            case .document(let method, _): method
            case .list: .list
            }
        }
    }

    /// The maximum number of operations of one request that are explained.
    package static let maximumOperations = 20

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
    ///   - operationCount: The number of operations of the whole request, if `request` is only the first part of it.
    ///   - source: Tells whether a document exists, if the method depends on it.
    package init(
        _ request: RulesRequest, _ decision: RulesDecision, operationCount: Int? = nil,
        source: any RulesDataSource
    ) {
        time = request.time
        auth = request.auth
        database = request.database
        isAllowed = decision.deniedOperation == nil
        self.operationCount = operationCount ?? request.operations.count
        let range =
            decision.deniedOperation.map { $0..<($0 + 1) }
            ?? 0..<min(request.operations.count, KeptDecision.maximumOperations)
        firstTarget = range.lowerBound
        targets = range.map { Target(request.operations[$0], source) }
        let targets = targets
        // A write that could be either was tried as both.
        let steps = decision.steps.filter { step in
            range.contains(step.operation) && targets[step.operation - range.lowerBound].method == step.method
        }
        self.steps = isAllowed ? KeptDecision.allowing(steps) : KeptDecision.denying(steps)
    }

    /// The steps that allowed the request. A step that allowed it without data may have been repeated with it.
    private static func allowing(_ steps: [RulesDecision.Step]) -> [RulesDecision.Step] {
        steps.enumerated().filter { index, step in
            let isFirst = !steps[..<index].contains { $0.round == step.round && $0.allows }
            let isLast =
                step.method == .list
                || !steps[(index + 1)...].contains { $0.operation == step.operation && $0.round > step.round }
            return step.allows && isFirst && isLast
        }.map(\.element)
    }

    /// The steps that denied the request.
    private static func denying(_ steps: [RulesDecision.Step]) -> [RulesDecision.Step] {
        guard let last = steps.last else { return [] }
        // Other alternatives of a query may have been allowed, or left open until data was looked at.
        if last.method == .list { return steps.filter { $0.round == last.round } }
        // Once data is looked at, results without it no longer count.
        return steps.filter { $0.hasData == last.hasData }
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
