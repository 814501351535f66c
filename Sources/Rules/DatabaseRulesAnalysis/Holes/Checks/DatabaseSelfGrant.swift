import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A right that users can give themselves: they may write the data that a condition asks about.
///
/// It goes backwards from an allowed request. The value on which it depends is taken away, so that the request is denied, and the same user
/// is let write it. If the rules allow that too, the right is for the taking.
struct DatabaseSelfGrant {
    let subject: DatabaseHoleSubject
    /// The rules that grant writes.
    let writing: [DatabaseHoleSubject]

    /// Two requests in a row.
    private struct Grant {
        let write: DatabaseScenario
        let after: DatabaseScenario
    }

    var hole: DatabaseHole? {
        for scenario in subject.allowed.prefix(40) where scenario.hasTarget {
            guard let user = scenario.user, user.claims.isEmpty, let grant = grant(of: scenario) else {
                continue
            }
            return hole(grant)
        }
        return nil
    }

    /// At the rule for the write, which is the one to mend.
    private func hole(_ grant: Grant) -> DatabaseHole? {
        let decision = subject.rules.rules.decide(grant.write.request, isTraced: true)
        guard let rule = decision.granting(0) else { return nil }
        return subject.hole(
            .selfGrant, .error,
            "users can give themselves rights: \(grant.write.sentence), and then \(grant.after.sentence)",
            grant.write, at: subject.rules.statements[rule],
            contrast: DatabaseHole.Contrast(
                title: "then, denied before it,", shown: subject.shown(grant.after)))
    }

    private func grant(of scenario: DatabaseScenario) -> Grant? {
        for leaf in scenario.root.leaves(limit: 20) {
            let value = scenario.root.value(at: leaf)
            for weaker in [DataNode.null, value.weaker].compactMap(\.self) {
                if let grant = grant(of: value, insteadOf: weaker, at: leaf, in: scenario) { return grant }
            }
        }
        return nil
    }

    /// The write without which a request is denied, by the user who makes the request.
    private func grant(
        of value: DataNode, insteadOf weaker: DataNode, at place: DatabasePath, in scenario: DatabaseScenario
    ) -> Grant? {
        guard let uid = scenario.user?.uid, !scenario.path.contains(place) || !scenario.isWrite else {
            return nil
        }
        var before = scenario
        before.root.set(weaker, at: place)
        // Who creates something may do with it as they like: it is there before.
        let own = place.keys.firstIndex { $0.string == uid }
        if place.keys.count > 2, own.map({ $0 > 1 }) ?? true {
            let entity = DatabasePath(Array(place.keys.prefix(2)))
            if before.root.value(at: entity).isNull {
                before.root.set(.boolean(true), at: entity.appending("name"))
            }
        }
        var write = before
        write.operation = .write([DatabaseUpdate.Entry(place, value)])
        guard grants(write, before), !names(uid, write, at: place), isFree(write, value, at: place) else {
            return nil
        }
        let smallest = subject.smaller(write) { candidate in
            var before = before
            before.root = candidate.root
            return candidate.user == write.user && candidate.now == write.now
                && candidate.paths == write.paths
                && candidate.entries[0].node == value && keeps(candidate, write) && grants(candidate, before)
        }
        var after = before
        after.root = smallest.after
        return Grant(write: smallest, after: after)
    }

    /// Whether a write is allowed, and makes a request allowed that is denied before it.
    private func grants(_ write: DatabaseScenario, _ before: DatabaseScenario) -> Bool {
        let rules = subject.rules.rules
        guard write.isAllowed(by: rules), !before.isAllowed(by: rules) else { return false }
        var after = before
        after.root = write.after
        return after.hasTarget && subject.isAllowed(after)
    }

    /// Whether what the write is about is still there before it.
    private func keeps(_ candidate: DatabaseScenario, _ write: DatabaseScenario) -> Bool {
        let entity = DatabasePath(Array(write.path.keys.prefix(2)))
        return write.root.value(at: entity).isNull || !candidate.root.value(at: entity).isNull
    }

    /// Whether the user chooses what is written: what can only be made in one way gives a right to everybody alike.
    private func isFree(_ write: DatabaseScenario, _ value: DataNode, at place: DatabasePath) -> Bool {
        guard place.keys.count <= 2 || place.keys.prefix(2).contains(where: { $0.string == write.user?.uid })
        else { return true }
        return [DataNode.string("zoe"), .boolean(false), .number(7)].contains { other in
            var copy = write
            copy.operation = .write([DatabaseUpdate.Entry(place, other)])
            return other != value && copy.isAllowed(by: subject.rules.rules)
        }
    }

    /// Whether data names a user, who then was meant to have rights; what is under the user's own id may.
    private func names(_ uid: String, _ write: DatabaseScenario, at place: DatabasePath) -> Bool {
        write.root.leaves().contains { leaf in
            let isOwn = leaf.keys.prefix(2).contains { $0.string == uid }
            return !isOwn
                && (leaf.keys.contains(DataKey(uid)) || write.root.value(at: leaf) == .string(uid))
        }
    }
}

extension DataNode {
    /// A value of the same type that gives fewer rights; nil if there is none.
    fileprivate var weaker: DataNode? {
        switch self {
        case .string: .string("zoe")
        case .boolean(let boolean): .boolean(!boolean)
        case .number: .number(0)
        case .prioritized(let value, _): value.weaker
        case .null, .object: nil
        }
    }
}
