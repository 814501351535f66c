import EmulatorAccess
import FirestoreModel
import FirestoreRPC
import Synchronization

/// A stream that tells one client of changes in documents and queries.
///
/// Nothing is computed before somebody takes it: then the stream looks at the database once, compares it with the state that the client
/// has, and is done until a commit concerns one of its targets.
final class ListenStream: RPCStream {
    private struct State {
        var database: Database?
        var session = ListenSession(history: 0)
        var output = ListenOutput()
        var end: RPCStreamEnd?
        /// The open listeners, by target, while calls are recorded.
        var calls: [Int32: LoggedCall] = [:]
    }

    private let service: FirestoreService
    private let metadata: CallMetadata
    private let inbox: ListenInbox
    private let state = Mutex(State())

    init(service: FirestoreService, metadata: CallMetadata, onOutput: @escaping @Sendable () -> Void) {
        self.service = service
        self.metadata = metadata
        inbox = ListenInbox(number: service.core.nextStreamNumber(), onOutput: onOutput)
    }

    deinit { cancel() }

    func receive(_ request: ListenRequest) { inbox.receive(request) }

    func receiveEnd() { inbox.receiveEnd() }

    func cancel() { end(.failed(RPCStatus(.cancelled, nil)), droppingOutput: true) }

    private func end(_ end: RPCStreamEnd, droppingOutput: Bool) {
        state.withLock { state in
            if droppingOutput { state.output = ListenOutput() }
            close(&state, end)
        }
    }

    /// Ends the stream: nothing wakes it any more.
    private func close(_ state: inout State, _ end: RPCStreamEnd) {
        if state.end != nil { return }
        state.end = end
        inbox.close()
        if let listeners = state.database?.listeners {
            listeners.remove(inbox, from: state.session.targets.flatMap(\.interests))
            listeners.close()
        }
        state.session = ListenSession(history: 0)
        for call in state.calls.values { service.core.calls?.close(call) }
        state.calls = [:]
    }

    func take() -> RPCStreamOutput<ListenResponse> {
        state.withLock { state in
            while state.output.isEmpty, state.end == nil, let work = inbox.next() {
                do throws(RPCStatus) {
                    try perform(work, &state)
                } catch {
                    close(&state, .failed(error))
                }
            }
            let responses = state.output.take()
            if !state.calls.isEmpty { bill(responses, state.calls) }
            let hasMore = !state.output.isEmpty || (state.end == nil && inbox.hasWork)
            return RPCStreamOutput(responses, hasMore: hasMore, end: hasMore ? nil : state.end)
        }
    }

    private func perform(_ work: ListenInbox.Work, _ state: inout State) throws(RPCStatus) {
        switch work {
        case .request(let request): try perform(request, &state)
        case .changes:
            if let database = state.database { advance(database, &state) }
        case .end: close(&state, .ok)
        case .tooManyRequests:
            throw RPCStatus(.resourceExhausted, "Too many requests wait on this stream.")
        }
    }

    private func perform(_ request: ListenRequest, _ state: inout State) throws(RPCStatus) {
        let database = try database(of: request, &state)
        switch request.change {
        case .none: throw .invalidArgument("A request must add or remove a target.")
        case .removeTarget(let id):
            guard let target = state.session.remove(id) else { return }
            database.listeners.remove(inbox, from: target.interests)
            closeCall(of: id, &state)
            state.output.append(TargetChange(.remove, targetIDs: [id]))
        case .addTarget(let target):
            let id = try state.session.id(for: target)
            let call = beginCall(target, in: database.id)
            defer { if let call { finish(call, of: id, &state) } }
            do throws(RPCStatus) {
                try add(target, id: id, database, &state, call?.record)
            } catch {
                call?.record.note { $0.refusal = error }
                if error.code != .alreadyExists { state.output.append(TargetChange(.add, targetIDs: [id])) }
                state.output.append(TargetChange(.remove, targetIDs: [id], cause: error))
            }
        }
    }

    /// The database of the stream, which its first request names.
    private func database(of request: ListenRequest, _ state: inout State) throws(RPCStatus) -> Database {
        if let database = state.database {
            if request.database.isEmpty || request.database == database.id.description { return database }
            throw .invalidArgument(
                "\"\(request.database)\" is another database than that of the stream, \"\(database.id)\".")
        }
        let database = service.core.openToListeners(try DatabaseID(wire: request.database))
        state.database = database
        state.session = ListenSession(history: database.history)
        return database
    }

    /// Adds a target.
    ///
    /// - Throws: The refusal of the target.
    private func add(
        _ request: Target, id: Int32, _ database: Database, _ state: inout State, _ record: CallRecord?
    ) throws(RPCStatus) {
        if state.session.target(id) != nil {
            throw RPCStatus(.alreadyExists, "Target ID already exists: \(id)")
        }
        if state.session.targets.count >= ListenStream.maximumTargets {
            throw RPCStatus(
                .resourceExhausted, "A stream has at most \(ListenStream.maximumTargets) targets.")
        }
        let target = try ListenTarget(request, id: id, in: database.id)
        let answer = service.core.resumeAnswer
        let point = try NewTarget.Point(request.resumePoint, answer)
        if case .query(let plan) = target.content {
            try service.core.checkIndexes(for: plan, in: database.id)
            if plan.refusal == nil { database.addMissingIndexes(for: plan) }
        }
        advance(
            database, &state,
            adding: NewTarget(
                target: target, point: point, state: nil, answer: answer,
                hasWrongCount: service.core.faults.nextWrongCount()), record)
    }

    /// The maximum number of targets of a stream.
    private static let maximumTargets = 1000

    /// Looks at the database once more.
    private func advance(
        _ database: Database, _ state: inout State, adding new: NewTarget? = nil, _ record: CallRecord? = nil
    ) {
        var new = new
        let look = database.look(
            inbox, after: state.session.time, adding: new?.target.interests ?? [],
            resumingAt: new?.time(in: state.session.history))
        new?.state = look.resumed
        let (output, removed) = state.session.advance(look.pending, to: look.view, adding: new) {
            target, view throws(RPCStatus) in
            let isNew = target.id == new?.target.id
            let record = isNew ? record : state.calls[target.id]?.record
            do throws(RPCStatus) {
                try check(target, view, in: database, asksAgain: !isNew, record)
            } catch {
                record?.note { $0.refusal = error }
                throw error
            }
        }
        for target in removed { closeCall(of: target.id, &state) }
        database.listeners.remove(inbox, from: removed.flatMap(\.interests))
        state.output = output
    }

    /// Asks the rules about a target.
    private func check(
        _ target: ListenTarget, _ view: ListenSession.View, in database: Database, asksAgain: Bool,
        _ record: CallRecord?
    ) throws(RPCStatus) {
        var caller = try service.access(database.id, metadata).caller
        caller.record = record
        caller.asksAgain = asksAgain
        try caller.check(in: database.id, on: view.state, at: view.time, isInTransaction: false) {
            () throws(RPCStatus) in try target.operations()
        }
        if case .query(let plan) = target.content, let refusal = plan.refusal { throw refusal }
    }
}

// MARK: The record of calls

extension ListenStream {
    /// Begins the record of a listener; nil if calls are not recorded.
    private func beginCall(_ target: Target, in database: DatabaseID) -> LoggedCall? {
        guard let calls = service.core.calls else { return nil }
        let call = calls.begin(
            .listen, metadata, size: "\(target.content)".utf8.count, at: service.core.clock.now())
        switch target.content {
        case .documents(let names):
            call.record.note(.documents(names.compactMap { try? DocumentName(wire: $0.string) }))
        case .query(let query, let parent):
            let path = try? ResourceName(wire: parent, as: .parent).parent(wire: parent)
            call.record.note(.query(query, database, parent: path))
        case .refused: call.record.note(.other(database))
        }
        return call
    }

    /// Records a listener, which may be refused already.
    private func finish(_ call: LoggedCall, of id: Int32, _ state: inout State) {
        let isOpen = state.session.target(id) != nil && call.record.facts.refusal == nil
        call.record.note { $0.isOpen = isOpen }
        guard let logged = service.core.calls?.append(call, call.record.facts.refusal) else { return }
        if isOpen { state.calls[id] = logged }
    }

    private func closeCall(of id: Int32, _ state: inout State) {
        if let call = state.calls.removeValue(forKey: id) { service.core.calls?.close(call) }
    }

    /// Each document that a listener gets is billed as a read.
    private func bill(_ responses: [ListenResponse], _ calls: [Int32: LoggedCall]) {
        for case .documentChange(let change) in responses {
            for id in change.targetIDs { calls[id]?.record.note { $0.reads += 1 } }
        }
    }
}

extension NewTarget.Point {
    /// - Throws: INVALID_ARGUMENT for a token that no server can have given.
    fileprivate init?(_ point: Target.ResumePoint?, _ answer: ResumeAnswer) throws(RPCStatus) {
        switch point {
        case nil: return nil
        case .readTime(let time): self = .readTime(time)
        case .token(let bytes):
            if let token = ResumeToken(bytes) {
                self = .token(token)
            } else if answer == .reset || ResumeToken.isForeign(bytes) {
                self = .foreignToken
            } else {
                throw .invalidArgument("bad resume token")
            }
        }
    }
}

extension NewTarget {
    /// The time of the resume point; nil if it is none of this history.
    fileprivate func time(in history: UInt64) -> Timestamp? {
        switch point {
        case .token(let token)?: token.history == history ? token.time : nil
        case .readTime(let time)?: time
        case .foreignToken?, nil: nil
        }
    }
}
