import EmulatorAccess
import FirestoreModel
import FirestoreRPC

@testable import FirestoreEmulator

/// An emulator with one stream of listeners, and what its client takes.
final class ListeningFixture {
    let clock = ManualClock()
    let core: EmulatorCore
    let service: FirestoreService
    let outputs = OutputCounter()
    private(set) var stream: any RPCStream<ListenRequest, ListenResponse>

    var database: Database { core.database(.test) }

    init(
        historySize: Int = 8 << 20, indexes: IndexConfiguration? = nil,
        authorization: String? = "Bearer owner"
    ) throws {
        var configuration = EmulatorConfiguration(clock: clock.clock, historySize: historySize)
        configuration.indexes = indexes
        core = EmulatorCore(configuration: configuration)
        service = FirestoreService(core: core)
        stream = try service.listen(CallMetadata(authorization: authorization)) { [outputs] in outputs.add() }
    }

    /// Opens another stream instead.
    func reopen(authorization: String? = "Bearer owner") throws {
        stream.cancel()
        stream = try service.listen(CallMetadata(authorization: authorization)) { [outputs] in outputs.add() }
    }

    func commit(_ writes: Write...) throws { _ = try database.commit(writes) }

    func send(_ change: ListenRequest.Change, database: String = DatabaseID.test.description) {
        stream.receive(ListenRequest(database: database, change))
    }

    /// Adds a target, and takes the answer.
    @discardableResult
    func add(_ target: Target) -> [ListenResponse] {
        send(.addTarget(target))
        return take()
    }

    /// Everything that there is to take.
    func take() -> [ListenResponse] {
        var responses: [ListenResponse] = []
        while true {
            let output = stream.take()
            responses += output.responses
            if !output.hasMore { return responses }
        }
    }

    /// How the stream has ended, if it has.
    var end: RPCStreamEnd? { stream.take().end }
}

extension Target {
    static func query(
        _ id: Int32, _ collection: String = "c", limit: Int? = nil, orderBy: [StructuredQuery.Order] = [],
        where filter: Filter? = nil, group: Bool = false, resume: [UInt8]? = nil
    ) -> Target {
        Target(
            .query(
                StructuredQuery(
                    from: [.init(collection, allDescendants: group)], filter: filter, orderBy: orderBy,
                    limit: limit),
                parent: DatabaseID.test.description + "/documents"),
            id: id, resumePoint: resume.map { .token($0) })
    }

    static func documents(_ id: Int32, _ paths: String..., resume: [UInt8]? = nil) -> Target {
        Target(
            .documents(paths.map { WrittenName(DocumentName.make($0).description) }), id: id,
            resumePoint: resume.map { .token($0) })
    }

    func once() -> Target {
        var target = self
        target.once = true
        return target
    }

    func expecting(_ count: Int32) -> Target {
        var target = self
        target.expectedCount = count
        return target
    }
}

extension [ListenResponse] {
    /// Each response in a few words, without tokens and times: `ADD 1`, `c/a -> 1`, `c/a <- 1`, `c/a deleted 1`, `CURRENT 1`, `boundary`.
    var words: [String] { map(\.words) }

    /// The token of the last boundary.
    var token: [UInt8] {
        last { $0.boundary != nil }?.boundary?.resumeToken ?? []
    }

    /// The time of the last boundary.
    var time: Timestamp { last { $0.boundary != nil }?.boundary?.readTime ?? .zero }

    /// The reasons for which targets were removed.
    var causes: [RPCStatus] {
        compactMap { if case .targetChange(let change) = $0 { change.cause } else { nil } }
    }
}

extension ListenResponse {
    fileprivate var boundary: TargetChange? {
        if case .targetChange(let change) = self, change.kind == .noChange { change } else { nil }
    }

    fileprivate var words: String {
        func list(_ ids: [Int32]) -> String { ids.map(String.init).joined(separator: ",") }
        switch self {
        case .targetChange(let change):
            let ids = list(change.targetIDs)
            switch change.kind {
            case .noChange: return "boundary" + ids
            case .add: return "ADD \(ids)"
            case .remove: return "REMOVE \(ids)" + (change.cause.map { " \($0.code.name)" } ?? "")
            case .current: return "CURRENT \(ids)"
            case .reset: return "RESET \(ids)"
            }
        case .documentChange(let change):
            let path = change.document.name.path.description
            return change.targetIDs.isEmpty
                ? "\(path) <- \(list(change.removedTargetIDs))" : "\(path) -> \(list(change.targetIDs))"
        case .documentDelete(let delete):
            return "\(delete.name.path) deleted \(list(delete.removedTargetIDs))"
        case .documentRemove(let remove):
            return "\(remove.name.path) removed \(list(remove.removedTargetIDs))"
        case .filter(let filter): return "filter \(filter.targetID): \(filter.count)"
        }
    }
}
