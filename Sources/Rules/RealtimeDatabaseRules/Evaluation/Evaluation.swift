import RealtimeDatabaseModel

/// What conditions are evaluated with.
final class Evaluation {
    let auth: RuleValue
    let now: Double
    let query: QueryFacts
    // One thread uses these, each for a moment: to check that again and again would take a twentieth of the time.
    /// The keys to the node that is asked for, of which the first ``level`` lead to the rule.
    @exclusivity(unchecked) private(set) var keys: [DataKey] = []
    @exclusivity(unchecked) var level = 0
    /// What the expressions of the rule came to, by their numbers; nil when nobody wants to know.
    @exclusivity(unchecked) var trace: [Outcome?]?
    /// What is left of the work that one request may have the rules do: the steps of regular expressions, and the bytes of texts.
    @exclusivity(unchecked) private(set) var remainingSteps = mostSteps
    /// The database before a write, and the one that is read.
    @exclusivity(unchecked) private var before: DataTrail
    /// The database after the write.
    @exclusivity(unchecked) private var after: DataTrail

    /// Half a second or so.
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

    /// Takes off what it costs to look at a value; only texts are large.
    @inline(__always)
    func charge(_ value: RuleValue) throws(RuleFailure) {
        if case .string(let text) = value { try charge(text) }
    }

    func charge(_ text: String) throws(RuleFailure) {
        remainingSteps -= text.utf8.count / 4
        if remainingSteps < 0 { throw .tooMuchWork }
    }

    /// Whether a regular expression is somewhere in a text.
    func isFound(_ pattern: RulePattern, in text: String) throws(RuleFailure) -> Bool {
        guard let isFound = pattern.isFound(in: text, steps: &remainingSteps) else { throw .tooMuchWork }
        return isFound
    }

    /// Goes to another node. What is on the way to both of them is not looked up again.
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

    /// What is to be at the node that is asked for.
    var written: DataNode { after.snapshot(keys, level: keys.count).node }

    /// The place of the rule.
    var place: DatabasePath { DatabasePath(Array(keys[..<level])) }
}
