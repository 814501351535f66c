import EmulatorAccess
import FirestoreModel
import Synchronization

/// The security rules of each project, and their latest decisions.
final class RulesRegistry: Sendable {
    private let rules = Mutex<[ProjectID: ProjectRules]>([:])
    private let logs = Mutex<[ProjectID: DecisionLog]>([:])
    private let capacity: Int
    private let onDecision: (@Sendable (RuleDecision) -> Void)?

    /// Creates a registry without any rules.
    ///
    /// - Parameters:
    ///   - capacity: The number of decisions remembered per project.
    ///   - onDecision: Called for each.
    init(capacity: Int = 100, onDecision: (@Sendable (RuleDecision) -> Void)? = nil) {
        self.capacity = capacity
        self.onDecision = onDecision
    }

    /// The project's rules; nil if none were set, which allows everything.
    func rules(project: String) -> ProjectRules? {
        rules.withLock { $0[ProjectID(project)] }
    }

    func set(_ new: ProjectRules, project: String) {
        let old = rules.withLock { $0.updateValue(new, forKey: ProjectID(project)) }
        old?.coverage?.close()
    }

    /// Removes the rules of all projects, and their decisions.
    func removeAll() {
        rules.withLock { $0 = [:] }
        logs.withLock { $0 = [:] }
    }

    /// The caller, with the rules of the project.
    func caller(_ identity: Identity, project: String) -> Caller {
        caller(Sender(identity), project: project)
    }

    /// The caller, with the rules of the project.
    func caller(_ sender: Sender, project: String) -> Caller {
        let rules = rules(project: project)
        let isBound = rules != nil && sender.identity != .admin
        return Caller(sender, rules: rules, log: isBound ? log(project: project) : nil)
    }

    /// The latest decisions on requests to a project, the oldest first.
    func recentDecisions(project: String) -> [RuleDecision] {
        logs.withLock { $0[ProjectID(project)] }?.decisions ?? []
    }

    /// A project has a log once its rules have decided something.
    private func log(project: String) -> DecisionLog {
        logs.withLock { logs in
            if let log = logs[ProjectID(project)] { return log }
            let log = DecisionLog(project: project, capacity: capacity, onDecision: onDecision)
            logs[ProjectID(project)] = log
            return log
        }
    }
}
