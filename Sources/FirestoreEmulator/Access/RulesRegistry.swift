import FirestoreModel
import Synchronization

/// The security rules of each project.
final class RulesRegistry: Sendable {
    private let rules = Mutex<[String: ProjectRules]>([:])

    /// The project's rules; nil when none were ever set, which allows everything.
    func rules(project: String) -> ProjectRules? {
        rules.withLock { $0[project] }
    }

    func set(_ new: ProjectRules, project: String) {
        rules.withLock { $0[project] = new }
    }

    /// Forgets the rules of all projects.
    func removeAll() {
        rules.withLock { $0 = [:] }
    }

    /// Who asks, and what the rules of the project are.
    func caller(_ identity: Identity, project: String) -> Caller {
        Caller(identity: identity, rules: rules(project: project))
    }
}
