public import CoreValues
import RealtimeDatabaseRules
package import RulesCore

/// What security rules said to one request.
public struct DatabaseRuleDecision: Sendable {
    /// Counts the decisions of a database, from 1.
    public let number: Int
    /// The name of the database.
    public let namespace: String
    /// When the request was made.
    public let time: Timestamp
    /// Whether the request was allowed.
    public let isAllowed: Bool
    /// Whether it was a read that nobody has asked for: one of a page that looks again and again says so, by the header `X-Rules-Log:
    /// background`. A denial or a write is never one.
    public let isBackground: Bool
    let source: SourceFile
    let lazyExplanation: LazyExplanation
    /// How many bytes the database had given up before the decision: see ``DatabaseState/discarded``.
    let discarded: Int

    /// Remembers a decision.
    init(number: Int, namespace: String, isBackground: Bool, _ verdict: RulesVerdict, discarded: Int) {
        self.number = number
        self.isBackground = isBackground
        self.namespace = namespace
        self.discarded = discarded
        time = verdict.time
        isAllowed = verdict.isAllowed
        source = verdict.decision.ruleset.source
        lazyExplanation = LazyExplanation(verdict.decision)
    }

    /// Why the rules said so. Worked out when it is asked for the first time, with the rules and the data of the decision.
    package var explanation: Explanation { lazyExplanation.value }

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
