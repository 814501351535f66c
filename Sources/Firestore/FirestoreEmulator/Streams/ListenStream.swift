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
            state.output.append(TargetChange(.remove, targetIDs: [id]))
        case .addTarget(let target):
            let id = try state.session.id(for: target)
            do throws(RPCStatus) {
                try add(target, id: id, database, &state)
            } catch {
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
        _ request: Target, id: Int32, _ database: Database, _ state: inout State
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
                hasWrongCount: service.core.faults.nextWrongCount()))
    }

    /// The maximum number of targets of a stream.
    private static let maximumTargets = 1000

    /// Looks at the database once more.
    private func advance(_ database: Database, _ state: inout State, adding new: NewTarget? = nil) {
        var new = new
        let look = database.look(
            inbox, after: state.session.time, adding: new?.target.interests ?? [],
            resumingAt: new?.time(in: state.session.history))
        new?.state = look.resumed
        let (output, removed) = state.session.advance(look.pending, to: look.view, adding: new) {
            target, view throws(RPCStatus) in
            try check(target, view, in: database, asksAgain: target.id != new?.target.id)
        }
        database.listeners.remove(inbox, from: removed.flatMap(\.interests))
        state.output = output
    }

    /// Asks the rules about a target.
    private func check(
        _ target: ListenTarget, _ view: ListenSession.View, in database: Database, asksAgain: Bool
    ) throws(RPCStatus) {
        var caller = try service.access(database.id, metadata).caller
        caller.asksAgain = asksAgain
        try caller.check(in: database.id, on: view.state, at: view.time, isInTransaction: false) {
            () throws(RPCStatus) in try target.operations()
        }
        if case .query(let plan) = target.content, let refusal = plan.refusal { throw refusal }
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
