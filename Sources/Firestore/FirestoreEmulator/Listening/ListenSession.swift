import FirestoreModel
import FirestoreRPC

/// The targets of a stream, and what its client hears of them. A value: states of the database go in, responses come out.
struct ListenSession: Sendable {
    /// What the client sees next.
    struct View: Sendable {
        let state: DatabaseState
        /// No later commit has this time or an earlier one.
        let time: Timestamp
    }

    /// Asks the rules about a target.
    typealias Permission = (ListenTarget, View) throws(RPCStatus) -> Void

    /// The history that tokens name.
    let history: UInt64
    /// In the order of their addition.
    private(set) var targets: [ListenTarget] = []
    /// The time of the latest view.
    private(set) var time: Timestamp?
    /// The time that the client has seen last. It is later than that of the view if a token came from the future, such as that of an
    /// emulator whose clock was ahead: a client drops what is older than what it has.
    private var shownTime: Timestamp?
    private var hasChosenIDs = false
    private var largestID: Int32 = 0

    init(history: UInt64) {
        self.history = history
    }

    func target(_ id: Int32) -> ListenTarget? { targets.first { $0.id == id } }

    /// The number of a new target: the client's, or one that the server chooses.
    ///
    /// - Throws: INVALID_ARGUMENT, which ends the stream.
    mutating func id(for target: Target) throws(RPCStatus) -> Int32 {
        if target.id < 0 { throw .invalidArgument("A target's id must not be negative: \(target.id).") }
        if target.id == 0 {
            hasChosenIDs = true
            let (next, overflow) = largestID.addingReportingOverflow(1)
            if overflow { throw .invalidArgument("There is no id left for a target.") }
            largestID = next
            return next
        }
        if hasChosenIDs {
            throw .invalidArgument("The server chooses the ids of this stream, so none may be given.")
        }
        largestID = max(largestID, target.id)
        return target.id
    }

    /// Removes a target; nil if there is none.
    mutating func remove(_ id: Int32) -> ListenTarget? {
        targets.firstIndex { $0.id == id }.map { targets.remove(at: $0) }
    }

    /// Moves on to a view: the time of what follows rises.
    private mutating func moveOn(to view: View) -> Timestamp {
        time = view.time
        let next = shownTime.map { Timestamp(microseconds: $0.microseconds + 1) }
        let shown = next.map { max($0, view.time) } ?? view.time
        shownTime = shown
        return shown
    }

    private func token(_ targets: [ListenTarget], shown: Timestamp) -> [UInt8] {
        ResumeToken(history: history, time: time ?? shown, shownTime: shown, tags: targets.map(\.tag)).bytes
    }
}

// MARK: Following the database

extension ListenSession {
    /// Brings all targets up to a view, and adds one.
    ///
    /// - Parameters:
    ///   - pending: What has changed since the latest view.
    ///   - view: The new view.
    ///   - new: The target to add, if there is one.
    ///   - permission: Asks the rules; a target that they deny is removed.
    /// - Returns: The responses, and the targets that are gone.
    mutating func advance(
        _ pending: ListenInbox.Pending, to view: View, adding new: NewTarget? = nil,
        _ permission: Permission
    ) -> (output: ListenOutput, removed: [ListenTarget]) {
        if case .token(let token)? = new?.point, token.history != history || token.shownTime > token.time {
            shownTime = max(shownTime ?? token.shownTime, token.shownTime)
        }
        let shown = moveOn(to: view)
        var round = ListenRound(view: view, shownTime: shown)
        for target in targets {
            switch pending {
            case .nothing: break
            case .since(let state, _): round.follow(target, from: state, permission)
            case .tooMuch: round.restart(target, permission) { token([$0], shown: shown) }
            }
        }
        if let new {
            if round.add(new, permission, token: { token([$0], shown: shown) }) { targets.append(new.target) }
        }
        targets.removeAll { target in round.removed.contains { $0.id == target.id } }
        let expired = targets.filter { $0.once && $0.id == new?.target.id }
        round.finish(token: token(targets, shown: shown), expired)
        targets.removeAll { target in expired.contains { $0.id == target.id } }
        return (round.output, round.removed + expired)
    }
}

/// A target to add, and where its client resumes.
struct NewTarget: Sendable {
    enum Point: Sendable {
        case token(ResumeToken)
        /// Of another server.
        case foreignToken
        case readTime(Timestamp)
    }

    let target: ListenTarget
    let point: Point?
    /// The state at the resume point; nil if it is not known any more.
    var state: DatabaseState?
    var answer = ResumeAnswer.exact
    /// Whether the client gets a filter with a wrong count, too.
    var hasWrongCount = false
}
