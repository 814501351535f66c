import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// What rules speak of: the names and values from which requests and data for them are made.
final class DatabaseVocabulary: Sendable {
    /// The users of all requests.
    static let users = ["alice", "bob", "carol"]
    /// The time of a request, unless rules make another one interesting.
    static let now = 1_767_268_800_000.0

    let keys: [String]
    let strings: [String]
    let numbers: [Double]
    /// Texts that patterns of the rules match.
    let matching: [String]
    /// Names of claims.
    let claims: [String]
    /// Paths that queries may order by.
    let orders: [String]
    /// Whether conditions read some parts of a request at all.
    let readsNow: Bool
    let readsQuery: Bool

    init(_ rules: [DatabaseRuleset]) {
        let collector = DatabaseVocabularyCollector(rules)
        keys = collector.keys
        strings = collector.strings
        numbers = collector.numbers
        matching = collector.matching
        claims = collector.claims
        orders = collector.orders
        readsNow = collector.readsNow
        readsQuery = collector.readsQuery
    }
}
