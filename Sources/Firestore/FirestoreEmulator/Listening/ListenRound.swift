import FirestoreModel
import FirestoreRPC

/// What a client hears between two boundaries.
struct ListenRound {
    let view: ListenSession.View
    /// The time of the boundary for the client.
    let shownTime: Timestamp
    private(set) var output = ListenOutput()
    /// The targets that the rules deny now.
    private(set) var removed: [ListenTarget] = []
    private var needsBoundary = false

    init(view: ListenSession.View, shownTime: Timestamp) {
        self.view = view
        self.shownTime = shownTime
    }

    /// Sends what has changed in a target since a state. The rules are asked again if that is anything.
    mutating func follow(
        _ target: ListenTarget, from state: DatabaseState, _ permission: ListenSession.Permission
    ) {
        let difference = target.difference(from: state, to: view.state)
        if difference.isEmpty || !isAllowed(target, permission) { return }
        output.append(difference, of: target, at: shownTime)
        needsBoundary = true
    }

    /// Sends all of a target again.
    mutating func restart(
        _ target: ListenTarget, _ permission: ListenSession.Permission, token: (ListenTarget) -> [UInt8]
    ) {
        if !isAllowed(target, permission) { return }
        sendAll(target, isReset: true)
        sendCurrent(target, token(target))
    }

    /// Adds a target.
    ///
    /// - Returns: False if the rules deny it.
    mutating func add(
        _ new: NewTarget, _ permission: ListenSession.Permission, token: (ListenTarget) -> [UInt8]
    ) -> Bool {
        let target = new.target
        output.append(TargetChange(.add, targetIDs: [target.id]))
        if !isAllowed(target, permission) { return false }
        if new.point == nil {
            sendAll(target, isReset: false)
        } else if let state = new.resumableState {
            resume(target, from: state, new.answer)
        } else {
            sendAll(target, isReset: true)
        }
        if new.hasWrongCount { output.append(target.filter(of: view.state, tooMany: 1)) }
        sendCurrent(target, token(target))
        return true
    }

    /// Ends the round.
    ///
    /// - Parameters:
    ///   - token: The token of all targets.
    ///   - expired: The targets that were only wanted once.
    mutating func finish(token: [UInt8], _ expired: [ListenTarget]) {
        if !needsBoundary { return }
        output.append(TargetChange(.noChange, resumeToken: token, readTime: shownTime))
        if !expired.isEmpty { output.append(TargetChange(.remove, targetIDs: expired.map(\.id))) }
    }

    private mutating func isAllowed(
        _ target: ListenTarget, _ permission: ListenSession.Permission
    ) -> Bool {
        do throws(RPCStatus) {
            try permission(target, view)
            return true
        } catch {
            output.append(TargetChange(.remove, targetIDs: [target.id], cause: error))
            removed.append(target)
            return false
        }
    }

    private mutating func sendAll(_ target: ListenTarget, isReset: Bool) {
        if isReset { output.append(TargetChange(.reset, targetIDs: [target.id])) }
        output.append(target.documents(in: view.state), in: target)
        output.append(missing: target.missing(in: view.state), of: target, at: shownTime)
    }

    private mutating func sendCurrent(_ target: ListenTarget, _ token: [UInt8]) {
        output.append(
            TargetChange(.current, targetIDs: [target.id], resumeToken: token, readTime: shownTime))
        needsBoundary = true
    }

    private mutating func resume(
        _ target: ListenTarget, from state: DatabaseState, _ answer: ResumeAnswer
    ) {
        let difference = target.difference(from: state, to: view.state)
        if answer == .exact {
            output.append(difference, of: target, at: shownTime)
            return
        }
        output.append(difference.changed, in: target)
        let gone = difference.left.count + difference.deleted.count
        output.append(target.filter(of: view.state, tooMany: answer == .mismatches ? gone + 1 : nil))
    }
}

extension NewTarget {
    /// The state that the client has; nil to send everything.
    fileprivate var resumableState: DatabaseState? {
        guard answer != .reset, let state else { return nil }
        if case .token(let token)? = point, !token.isFor(target.tag) { return nil }
        // A filter would tell the client, but so much later.
        if answer == .exact, let count = target.expectedCount, count != target.documents(in: state).count {
            return nil
        }
        return state
    }
}

extension ListenTarget {
    /// The filter of the documents in a state.
    ///
    /// - Parameter tooMany: How much to add to the count, so that it is wrong for every client; nil for a right one. That of a single
    ///   document is always right: clients take a count of 0 for a deletion.
    fileprivate func filter(of state: DatabaseState, tooMany: Int?) -> ExistenceFilter {
        let documents = documents(in: state)
        var isSingle = false
        if case .documents(let names) = content { isSingle = names.count == 1 }
        let count = documents.count + (isSingle ? 0 : tooMany ?? 0)
        let names = expectedCount == nil || tooMany != nil ? nil : BloomFilter(documents.map(\.name))
        return ExistenceFilter(
            targetID: id, count: Int32(clamping: count), unchangedNames: names ?? BloomFilter.none)
    }
}
