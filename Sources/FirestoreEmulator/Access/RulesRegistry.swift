import FirestoreModel
import Synchronization

/// The security rules of each project, and what they let through.
final class RulesRegistry: Sendable {
    /// One source file.
    struct File: Sendable, Equatable {
        let name: String?
        let content: String
    }

    private let files = Mutex<[String: [File]]>([:])

    /// The project's rules; nil when none were ever set, which allows everything.
    func files(project: String) -> [File]? {
        files.withLock { $0[project] }
    }

    func set(_ rules: [File], project: String) {
        files.withLock { $0[project] = rules }
    }

    /// Forgets the rules of all projects.
    func removeAll() {
        files.withLock { $0 = [:] }
    }

    /// Decides on a request.
    ///
    /// - Throws: UNIMPLEMENTED while rules are loaded that this version cannot evaluate: refused rather than let through.
    func authorize(_ identity: Identity, project: String) throws(RPCStatus) {
        if identity == .admin || files(project: project) == nil { return }
        throw RPCStatus(
            .unimplemented,
            "Security rules are loaded for project \(project), but this version does not evaluate them yet: "
                + "only admin requests (Authorization: Bearer owner) are let through.")
    }
}
