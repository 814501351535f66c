import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Who can use a rule: holes because too many can.
struct OpenRule {
    let subject: DatabaseHoleSubject

    /// The widest hole; nil if the rule asks who the user is.
    var hole: DatabaseHole? { openToAll ?? foreignPath ?? openToUsers }

    private var isWrite: Bool { subject.isWrite }

    /// Each request, and what is plainer or does more harm, which comes first.
    private func variants(_ scenario: DatabaseScenario) -> [DatabaseScenario] {
        isWrite
            ? [scenario.emptied.deleting, scenario.deleting, scenario.emptied, scenario]
            : [scenario.emptied, scenario]
    }

    private var openToAll: DatabaseHole? {
        let candidates = subject.allowed.lazy.map(\.byNobody).flatMap(variants)
        // What some data says of itself, such as that it is public, is not asked of a reader.
        guard
            let found = subject.smallest(
                candidates, where: { $0.user == nil && $0.hasTarget && (isWrite || $0.isUnconditional) })
        else { return nil }
        let isPlain = found.isUnconditional && (found.harms || found.path.isRoot || !isWrite)
        let isGrave = isPlain && (isWrite || found.path.isRoot)
        return subject.hole(
            .openToAll, isGrave ? .error : .warning,
            "anyone can \(verb(found)) without signing in: \(found.sentence)", found)
    }

    /// A path that has a user's id, and no condition that compares it.
    private var foreignPath: DatabaseHole? {
        guard isWrite, let level = ownerLevel else { return nil }
        let candidates = subject.allowed.lazy.flatMap(variants).map { scenario in
            var copy = scenario
            // The id in the path is another user's.
            copy.rename(level, of: scenario.path, to: "alice", movesStored: true)
            copy.user = DatabaseScenario.User(uid: "bob")
            return copy
        }
        guard
            let found = subject.smallest(
                candidates,
                where: { scenario in
                    scenario.isByStranger(besides: subject.literals) && scenario.hasTarget
                        && scenario.path.keys.indices.contains(level)
                        && DatabaseVocabulary.users.contains(scenario.path.keys[level].string)
                })
        else { return nil }
        return subject.hole(
            .foreignPath, .error,
            "any signed-in user can \(verb(found)) with another user's id in the path: \(found.sentence)",
            found)
    }

    private var openToUsers: DatabaseHole? {
        let literals = subject.literals
        guard isWrite || subject.statement.path.isEmpty else { return nil }
        let candidates = subject.allowed.lazy.map { $0.byStranger(besides: literals) }.flatMap(variants)
        guard
            let found = subject.smallest(
                candidates,
                where: {
                    $0.isByStranger(besides: literals)
                        && (isWrite ? $0.harms : $0.hasTarget && $0.isUnconditional)
                })
        else { return nil }
        return subject.hole(
            .openToUsers, isWrite && found.isUnconditional ? .error : .warning,
            "any signed-in user can \(verb(found)): \(found.sentence)", found)
    }

    /// The level of the key that is a user's id, as the name of its variable says.
    private var ownerLevel: Int? {
        let names = ["uid", "userid", "user", "ownerid", "owner", "accountid", "profileid", "authid"]
        return subject.statement.path.firstIndex { name in
            name.hasPrefix("$") && names.contains(name.dropFirst().lowercased().filter { $0 != "_" })
        }
    }

    private func verb(_ scenario: DatabaseScenario) -> String {
        guard case .write(let entries) = scenario.operation, let entry = entries.first else {
            return "read data"
        }
        if entry.node.isNull { return "delete data" }
        return scenario.harms ? "overwrite data" : "create data"
    }
}
