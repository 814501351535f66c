import FirestoreModel
import FirestoreRPC

/// A change of a database that is still remembered.
struct PastCommit: Sendable {
    let time: Timestamp
    let before: DatabaseState
    let after: DatabaseState
    /// Who made it; nil for an import or a clearing.
    let origin: CommitOrigin?

    /// The documents that it created, replaced or deleted, by path.
    var paths: [DocumentPath] {
        var paths: [DocumentPath] = []
        after.forEachDifference(from: before, where: { _ in true }) { old, new in
            if let name = (new ?? old)?.name { paths.append(name.path) }
        }
        return paths
    }

    /// Whether it changed something at or below one of these paths; true for no paths.
    func touches(_ places: [[ResourceID]]) -> Bool {
        if places.isEmpty { return true }
        var isFound = false
        after.forEachDifference(
            from: before,
            where: { path in
                !isFound
                    && places.contains { $0.starts(with: path.segments) || path.segments.starts(with: $0) }
            }
        ) { old, new in
            guard let segments = (new ?? old)?.name.path.segments else { return }
            isFound = isFound || places.contains { segments.starts(with: $0) }
        }
        return isFound
    }
}

/// Who made a commit, and by which call.
///
/// It lives as long as the history, so it has none of the token's other claims.
struct CommitOrigin: Sendable {
    let isAdmin: Bool
    /// The id of the user; nil for an administrator, and for nobody.
    let user: String?
    /// Nil if calls are not recorded.
    let call: CallNumbers?

    init(_ caller: Caller) {
        isAdmin = caller.identity == .admin
        user = caller.sender.auth?.uid
        call = caller.record?.numbers
    }
}
