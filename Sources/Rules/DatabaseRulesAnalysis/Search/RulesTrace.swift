import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// What became of every rule that concerns a request, beyond the one that decides.
struct RulesTrace {
    /// A rule that was evaluated for a node.
    struct Attempt {
        let statement: RuleStatement
        /// The place in the request of the path that was read or written.
        let operation: Int
        let path: DatabasePath
        let outcome: Outcome
        /// The outcomes of the rule's expressions, by their numbers.
        let trace: [Outcome?]

        var holds: Bool { outcome.truth == true }
        var isGrant: Bool { statement.kind != .validate }
    }

    /// So many nodes are validated.
    private static let most = 80

    private(set) var attempts: [Attempt] = []
    private(set) var isAllowed = true
    private let rules: DatabaseRuleset
    private var inspector: RuleInspector

    init(_ scenario: DatabaseScenario, by rules: DatabaseRuleset) {
        self.rules = rules
        inspector = RuleInspector(rules, scenario.request)
        switch scenario.operation {
        case .read(let path, _): isAllowed = isGranted(.read, path, 0)
        case .write(let entries):
            for (index, entry) in entries.enumerated() {
                if !isGranted(.write, entry.path, index) { isAllowed = false }
                if !entry.node.isNull { validate(entry, index) }
            }
        }
    }

    /// What became of a claim.
    init(_ attempts: [Attempt], isAllowed: Bool, by rules: DatabaseRuleset, _ request: DatabaseRequest) {
        self.attempts = attempts
        self.isAllowed = isAllowed
        self.rules = rules
        inspector = RuleInspector(rules, request)
    }

    /// The attempts that keep the request from being allowed, and those of which one would be enough for a path.
    func grants(of operation: Int) -> [Attempt] {
        attempts.filter { $0.operation == operation && $0.isGrant }
    }

    private mutating func isGranted(_ kind: RuleKind, _ path: DatabasePath, _ operation: Int) -> Bool {
        var node: RuleNode? = rules.root
        var isGranted = false
        for level in 0...path.keys.count {
            guard let rulesHere = node else { break }
            if let statement = rulesHere.rules[kind], attempt(statement, path, level, operation) {
                isGranted = true
            }
            node = level < path.keys.count ? rulesHere.child(path.keys[level]) : nil
        }
        return isGranted
    }

    private mutating func validate(_ entry: DatabaseUpdate.Entry, _ operation: Int) {
        var node: RuleNode? = rules.root
        for (level, key) in entry.path.keys.enumerated() {
            if let statement = node?.rules[.validate], !attempt(statement, entry.path, level, operation) {
                isAllowed = false
            }
            node = node?.child(key)
        }
        if let node { validate(entry.node, entry.path, node, operation) }
    }

    private mutating func validate(
        _ written: DataNode, _ path: DatabasePath, _ node: RuleNode, _ operation: Int
    ) {
        if let statement = node.rules[.validate], !attempt(statement, path, path.keys.count, operation) {
            isAllowed = false
        }
        guard node.validates, attempts.count < RulesTrace.most else { return }
        for (key, child) in written.children {
            guard let rules = node.child(key) else { continue }
            validate(child, path.appending(key), rules, operation)
        }
    }

    private mutating func attempt(
        _ statement: RuleStatement, _ path: DatabasePath, _ level: Int, _ operation: Int
    ) -> Bool {
        let place = level == path.keys.count ? path : DatabasePath(Array(path.keys[..<level]))
        let (outcome, trace) = inspector.inspect(statement.id, at: place)
        let attempt = Attempt(
            statement: statement, operation: operation, path: place, outcome: outcome, trace: trace)
        attempts.append(attempt)
        return attempt.holds
    }
}
