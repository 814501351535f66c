import FirestoreModel
import FirestoreRules

/// Who can use a statement: holes because too many can.
struct OpenStatements {
    let subject: HoleSubject

    /// The widest hole; nil if the statement asks who the user is.
    var hole: Hole? { openToAll ?? foreignPath ?? openToUsers }

    private var method: RulesMethod { subject.method }
    private var isWrite: Bool { method != .get && method != .list }

    private var openToAll: Hole? {
        let candidates = subject.allowed.lazy.map(\.byNobody).flatMap { [$0.emptied, $0] }
        // What some documents say of themselves, such as that they are public, is not asked of a reader.
        guard
            let found = subject.smallest(
                candidates,
                where: { $0.request.user == nil && $0.hasTarget && (isWrite || $0.isUnconditional) })
        else { return nil }
        let isPlain = found.isUnconditional && (method != .create || found.request.data.isEmpty)
        return subject.hole(
            .openToAll, isWrite && isPlain ? .error : .warning,
            "anyone can \(verb) without signing in: \(found.sentence)", found)
    }

    /// A path that has a user's id, and no condition that compares it.
    private var foreignPath: Hole? {
        guard isWrite, let index = ownerSegment else { return nil }
        let candidates = subject.allowed.lazy.map { scenario in
            var copy = scenario
            // The id in the path is another user's.
            copy.set(.segment(index), to: .string("alice"))
            copy.request.user = AnalysedRequest.User(uid: "bob")
            return copy
        }
        guard
            let found = subject.smallest(
                candidates,
                where: { scenario in
                    scenario.isByStranger(besides: subject.literals) && scenario.hasTarget
                        && scenario.request.document.segments.indices.contains(index)
                        && RulesVocabulary.users.contains(scenario.request.document.segments[index].string)
                })
        else { return nil }
        return subject.hole(
            .foreignPath, .error,
            "any signed-in user can \(verb) with another user's id in the path: \(found.sentence)", found)
    }

    private var openToUsers: Hole? {
        let isOnWildcard = subject.statement.hasGlob
        guard isWrite && method != .create || isOnWildcard else { return nil }
        let literals = subject.literals
        guard
            let found = subject.smallest(
                subject.allowed.lazy.map { $0.byStranger(besides: literals) }.flatMap { [$0.emptied, $0] },
                where: {
                    $0.isByStranger(besides: literals) && $0.hasTarget && (isWrite || $0.isUnconditional)
                })
        else { return nil }
        return subject.hole(
            .openToUsers, isWrite && found.isUnconditional ? .error : .warning,
            "any signed-in user can \(verb)\(isOnWildcard ? " everywhere below a wildcard" : ""): \(found.sentence)",
            found)
    }

    /// The number of the segment that holds a user's id, as the name of its variable says.
    private var ownerSegment: Int? {
        for (index, segment) in subject.statement.segments.enumerated() where index >= 3 {
            guard case .capture(let name) = segment else { continue }
            let text = name.name.lowercased().filter { $0 != "_" }
            if ["uid", "userid", "user", "ownerid", "owner", "accountid", "profileid", "authid"].contains(
                text)
            {
                return index - 3
            }
        }
        return nil
    }

    private var verb: String {
        switch method {
        case .get: "read documents"
        case .list: "list documents"
        case .create: "create documents"
        case .update: "change documents"
        case .delete: "delete documents"
        }
    }
}
