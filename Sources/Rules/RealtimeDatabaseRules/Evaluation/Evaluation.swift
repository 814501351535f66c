import RealtimeDatabaseModel

/// The state of one request's evaluation: the data, the user, the place of the rule, and the work that is left.
final class Evaluation {
    let auth: RuleValue
    let now: Double
    let query: QueryFacts
    // One thread uses these, each for a moment. Checks for exclusive access would take a twentieth of the time.
    /// The keys to the requested node, of which the first ``level`` lead to the rule.
    @exclusivity(unchecked) private(set) var keys: [DataKey] = []
    @exclusivity(unchecked) var level = 0
    /// The outcomes of the rule's expressions, by their numbers; nil without tracing.
    @exclusivity(unchecked) var trace: [Outcome?]?
    /// What is left of the work that the rules may do for one request: steps of regular expressions, and bytes of strings.
    @exclusivity(unchecked) private(set) var remainingSteps = mostSteps
    /// The database before a write, or that is read.
    @exclusivity(unchecked) private var before: DataTrail
    /// The database after the write.
    @exclusivity(unchecked) private var after: DataTrail

    /// About half a second.
    static let mostSteps = 50_000_000

    init(_ request: DatabaseRequest) {
        auth = RuleValue(request.auth)
        now = request.now
        before = DataTrail(request.root)
        switch request.operation {
        case .read(_, let query):
            after = before
            self.query = QueryFacts(query)
        case .write(_, let newRoot):
            after = DataTrail(newRoot)
            query = QueryFacts(nil)
        }
    }

    /// Charges for looking at a value; only strings are large.
    @inline(__always)
    func charge(_ value: RuleValue) throws(RuleFailure) {
        if case .string(let text) = value { try charge(text) }
    }

    func charge(_ text: String) throws(RuleFailure) {
        remainingSteps -= text.utf8.count / 4
        if remainingSteps < 0 { throw .tooMuchWork }
    }

    /// Whether a regular expression matches a part of a text.
    func isFound(_ pattern: RulePattern, in text: String) throws(RuleFailure) -> Bool {
        guard let isFound = pattern.isFound(in: text, steps: &remainingSteps) else { throw .tooMuchWork }
        return isFound
    }

    /// Goes to another node. The nodes on the way to both are kept.
    func move(to path: DatabasePath) {
        let shared = zip(keys, path.keys).prefix { $0 == $1 }.count
        before.forget(behind: shared)
        after.forget(behind: shared)
        keys = path.keys
    }

    /// Goes down to a child.
    func enter(_ key: DataKey) { keys.append(key) }

    /// Goes up again.
    func leave() {
        keys.removeLast()
        before.forget(behind: keys.count)
        after.forget(behind: keys.count)
    }

    /// The root before a write.
    var root: DataSnapshot { before.snapshot(keys, level: 0) }
    /// The rule's place before a write.
    var data: DataSnapshot { before.snapshot(keys, level: level) }
    /// The rule's place after the write.
    var newData: DataSnapshot { after.snapshot(keys, level: level) }

    /// The data to be written at the requested node.
    var written: DataNode { after.snapshot(keys, level: keys.count).node }

    /// The place of the rule.
    var place: DatabasePath { DatabasePath(Array(keys[..<level])) }
}
