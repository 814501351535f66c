import CoreValues
import FirestoreModel
import FirestoreRules

/// What rules speak of: the names and values from which requests and documents for them are made.
final class RulesVocabulary: Sendable {
    /// The users of all analysed requests.
    static let users = ["alice", "bob", "carol"]
    /// The time of a request, unless rules make another one interesting.
    static let now = SearchTime.now

    let fields: [FieldName]
    let strings: [String]
    let numbers: [Value]
    /// Texts that patterns of the rules match.
    let matching: [String]
    /// Ids in the literal paths of the rules.
    let ids: [String]
    /// Names of claims.
    let claims: [FieldName]
    /// Whether conditions read some parts of a request at all.
    let readsTime: Bool
    let readsLimit: Bool
    /// Whether they look up documents by paths that are values.
    let followsReferences: Bool
    /// The stretches of time, in seconds, that rules add to times.
    let durations: [Int64]

    init(_ rules: [RulesetSyntax]) {
        let collector = VocabularyCollector(rules)
        fields = collector.fields
        strings = collector.strings
        numbers = collector.numbers
        matching = collector.matching
        ids = collector.ids
        claims = collector.claims
        readsTime = collector.readsTime
        readsLimit = collector.readsLimit
        followsReferences = collector.followsReferences
        durations = collector.durations
    }
}
