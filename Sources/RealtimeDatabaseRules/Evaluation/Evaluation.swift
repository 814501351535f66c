import RealtimeDatabaseModel

/// What conditions are evaluated with.
final class Evaluation {
    let auth: RuleValue
    let now: Double
    /// The database before a write, and the one that is read.
    let root: DataNode
    /// The database after the write; nil for a read.
    let newRoot: DataNode?
    let query: QueryFacts
    /// The keys to the node that is asked for, of which the first ``level`` lead to the rule.
    var keys: [DataKey] = []
    var level = 0
    /// What the expressions of the rule came to, by their numbers; nil when nobody wants to know.
    var trace: [Outcome?]?

    init(_ request: DatabaseRequest) {
        auth = RuleValue(request.auth)
        now = request.now
        root = request.root
        switch request.operation {
        case .read(_, let query):
            newRoot = nil
            self.query = QueryFacts(query)
        case .write(_, let after):
            newRoot = after
            query = QueryFacts(nil)
        }
    }

    /// The keys that lead to the rule.
    var ruleKeys: [DataKey] { level == keys.count ? keys : Array(keys[..<level]) }
}
