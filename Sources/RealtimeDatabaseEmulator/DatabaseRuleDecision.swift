public import FirestoreModel
package import RealtimeDatabaseRules

/// What security rules said to one request.
public struct DatabaseRuleDecision: Sendable {
    /// Counts the decisions of a database, from 1.
    public let number: Int
    /// The name of the database.
    public let namespace: String
    /// When the request was made.
    public let time: Timestamp
    /// Why the rules said so.
    package let explanation: DatabaseExplanation
    let source: RulesText

    /// Whether the request was allowed.
    public var isAllowed: Bool { explanation.isAllowed }

    /// The explanation for people, with the lines of the rules that decided.
    public var text: String { explanation.text(quoting: source) }
}

extension DatabaseEmulator {
    /// The latest decisions of a database's security rules, the oldest first: allowed ones too, but not what no rules were asked about.
    ///
    /// How many there are at most is up to ``DatabaseEmulatorConfiguration/rememberedDecisions``.
    ///
    /// - Parameter namespace: The name of the database.
    public func recentDecisions(namespace: String) -> [DatabaseRuleDecision] {
        adapter.databases.database(namespace).recentDecisions
    }
}
