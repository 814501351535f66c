import FirestoreModel
import FirestoreRules

/// A decision of the rules, with everything needed to repeat it: to count it for coverage, or to explain it.
///
/// It keeps the documents that the rules looked at, not the state they came from, which would keep a whole old database in memory.
struct DecidedRequest: Sendable {
    /// A document that the rules looked at; nil in `stored` if it did not exist.
    typealias Sight = (path: DocumentPath, stored: StoredDocument?)

    /// One operation of a request is repeated in about the time that this many steps of work take.
    private static let stepsPerOperation = 2000

    private(set) var request: RulesRequest
    /// The number of operations of the whole request.
    let operationCount: Int
    let isAllowed: Bool
    /// The documents of the operations in their order, then those that rules looked up.
    private(set) var documents: [Sight]
    private(set) var writes: [Write]
    /// The time for server timestamps.
    private let writeTime: Timestamp
    /// The documents that rules looked up, each with the operation for which it was first.
    private var lookedUp: [(path: DocumentPath, operation: Int)]
    /// The number of documents that rules looked up.
    var lookupCount: Int { lookedUp.count }
    /// The steps of work that the decision took.
    private let work: Int
    /// The approximate memory that it keeps alive, in bytes.
    private(set) var size = 0

    /// - Parameters:
    ///   - decision: The decision, which must have been run.
    ///   - writes: The writes of a commit; empty for a read.
    ///   - state: The state that the decision was made on.
    ///   - writeTime: The time for server timestamps.
    init(
        _ request: RulesRequest, _ decision: RulesDecision, isAllowed: Bool, writes: [Write],
        on state: DatabaseState, at writeTime: Timestamp
    ) {
        self.request = request
        self.isAllowed = isAllowed
        self.writes = writes
        self.writeTime = writeTime
        operationCount = request.operations.count
        documents = decision.documentsLookedAt.map { ($0, state.document($0)) }
        lookedUp = decision.documentsLookedUp
        work = decision.work
        size = measuredSize
    }

    /// The documents, as a state that holds nothing else.
    private var state: DatabaseState {
        var state = DatabaseState()
        for (path, stored) in documents {
            if let stored { state.set(path, to: stored) }
        }
        return state
    }

    private var source: any RulesDataSource {
        writes.isEmpty ? ReadSource(state: state) : WriteSource(writes, on: state, at: writeTime)
    }

    // MARK: Repeating it

    /// The effort of repeating the decision, in operations of ordinary rules.
    var effort: Int { request.operations.count + work / DecidedRequest.stepsPerOperation }

    /// The conditions that were evaluated, with the values of their expressions.
    func steps(by rules: PlannedRules) -> [RulesDecision.Step] { traced(by: rules, source).steps }

    /// Why the rules decided so.
    func explanation(by rules: PlannedRules) -> Explanation {
        let source = source
        let kept = KeptDecision(
            request, traced(by: rules, source), operationCount: operationCount, source: source)
        return Explanation(kept, by: rules.tracedPlan, rules.source)
    }

    private func traced(by rules: PlannedRules, _ source: any RulesDataSource) -> RulesDecision {
        // What the plain decision allowed in one pass takes two here, one without data and one with it.
        let passes = isAllowed ? 2 : 1
        let work = WorkMeter(
            mostSteps: WorkMeter.mostSteps * passes, mostBytes: WorkMeter.mostBytes * passes)
        var decision = RulesDecision(
            request, by: rules.tracedPlan, source: source, isTraced: true, work: work)
        _ = decision.run()
        return decision
    }

    // MARK: Memory

    private var measuredSize: Int {
        var size = documents.reduce(0) { $0 + 200 + ($1.stored?.fields.storageSize ?? 0) }
        for write in writes { size += 200 + write.storageSize }
        for operation in request.operations { size += operation.sizeWithoutDocument }
        return size + (request.auth?.size ?? 0)
    }

    /// The first operations of an allowed request. Repeating them gives the same as repeating all.
    func first(_ count: Int) -> DecidedRequest {
        guard count < request.operations.count else { return self }
        var first = self
        first.request.operations = Array(request.operations.prefix(count))
        let own = first.request.operations.compactMap(\.document)
        let lookups = zip(lookedUp, documents.suffix(lookedUp.count)).filter { $0.0.operation < count }
        let others = lookups.map(\.0.path)
        first.request.otherDocuments = others.filter { path in
            request.operations.dropFirst(count).contains { $0.document == path }
        }
        first.lookedUp = lookups.map(\.0)
        first.documents = documents.prefix(own.count) + lookups.map(\.1)
        // Mostly there is one write for each operation, in the same order.
        if first.request.otherDocuments.isEmpty, writes.count == operationCount {
            first.writes = Array(writes.prefix(count))
        } else {
            let kept = Set(own + others)
            first.writes = writes.filter { kept.contains($0.name.path) }
        }
        first.size = first.measuredSize
        return first
    }
}

extension Write {
    /// The approximate size of its fields and transforms.
    var storageSize: Int {
        var size = 0
        if case .update(_, let fields, _) = operation { size = fields.storageSize }
        for transform in transforms {
            switch transform.operation {
            case .setToServerTime: size += 8
            case .increment(let value), .maximum(let value), .minimum(let value): size += value.storageSize
            case .appendMissingElements(let values), .removeAllFromArray(let values):
                size += values.reduce(0) { $0 + $1.storageSize }
            }
        }
        return size
    }
}

extension RulesOperation {
    /// The approximate size of the operation itself. The fields of a write are those of its `Write`.
    fileprivate var sizeWithoutDocument: Int {
        guard case .list(let list) = self else { return 200 }
        return list.disjuncts.joined().reduce(200) { size, filter in
            if case .field(_, _, let value) = filter { size + 100 + value.storageSize } else { size + 100 }
        }
    }
}
