public import CoreValues
import RealtimeDatabaseRules
package import RulesCore

/// The decision of security rules on one request.
public struct DatabaseRuleDecision: Sendable {
    /// Counts the decisions of a database, from 1.
    public let number: Int
    /// The name of the database.
    public let namespace: String
    /// When the request was made.
    public let time: Timestamp
    /// Whether the request was allowed.
    public let isAllowed: Bool
    /// Whether it was a background read, such as a page's polling, which carries the header `X-Rules-Log:
    /// background`. Denials and writes never are.
    public let isBackground: Bool
    let source: SourceFile
    let lazyExplanation: LazyExplanation
    /// The number of bytes the database had dropped before the decision: see ``DatabaseState/discarded``.
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

    /// Why the rules decided so, computed on first use with the rules and the data of the decision.
    package var explanation: Explanation { lazyExplanation.value }

    /// The explanation as text, with the lines of the rules that decided.
    public var text: String { explanation.text(quoting: source) }
}

extension DatabaseEmulator {
    /// The latest decisions of a database's security rules, oldest first, including allowed requests but not administrators'.
    ///
    /// ``DatabaseEmulatorConfiguration/rememberedDecisions`` limits their number.
    ///
    /// - Parameter namespace: The name of the database.
    public func recentDecisions(namespace: String) -> [DatabaseRuleDecision] {
        adapter.databases.database(namespace).recentDecisions
    }
}
