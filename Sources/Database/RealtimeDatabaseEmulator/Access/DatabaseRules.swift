import CoreValues
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// The rules of a database: as text, and ready to decide.
struct DatabaseRules: Sendable {
    /// The text, as it was set.
    let source: String
    /// Identifies these rules, also against the same rules set again. It has no other meaning.
    let tag = String(UInt64.random(in: .min ... .max), radix: 36)
    /// How often their conditions were true and false.
    let coverage: CoverageCounter
    private let ruleset: DatabaseRuleset
    /// The `.read` rules that read data, by their numbers.
    private let readsOfData: Set<Int>

    /// Reads rules.
    ///
    /// - Throws: All mistakes in them.
    init(_ source: String) throws(RulesRefusal) {
        self.source = source
        ruleset = try DatabaseRuleset(source)
        coverage = CoverageCounter(ruleset)
        readsOfData = Set(
            ruleset.statements.filter { $0.kind == .read && $0.condition.looksAtData }.map(\.id))
    }

    /// The rules as plain JSON, without comments.
    var strictJSON: [UInt8] { ruleset.strictJSON }

    /// The decision on a read.
    func read(
        _ path: DatabasePath, _ query: DataQuery?, by caller: Caller, of root: DataNode, at time: Timestamp
    ) -> RulesVerdict {
        decide(.read(path.node, query), by: caller, root, time)
    }

    /// The decision on writes, all of them together.
    func write(
        _ update: DatabaseUpdate, by caller: Caller, from before: DataNode, to after: DataNode,
        at time: Timestamp
    ) -> RulesVerdict {
        decide(.write(update.entries.map(\.path), after: after), by: caller, before, time)
    }

    private func decide(
        _ operation: DatabaseRequest.Operation, by caller: Caller, _ root: DataNode, _ time: Timestamp
    ) -> RulesVerdict {
        let request = DatabaseRequest(operation, auth: caller.auth, now: time.milliseconds, root: root)
        let decision = ruleset.decide(request)
        return RulesVerdict(
            decision: KeptDecision(decision, on: request, by: ruleset), time: time, request: request,
            evaluations: decision.evaluations, coverage: coverage)
    }

    /// Whether changed data, at the node or elsewhere, can change who may read.
    func looksAtData(forReading path: DatabasePath) -> Bool {
        if readsOfData.isEmpty { return false }
        var node = ruleset.root
        for key in path.keys {
            if looksAtData(node) { return true }
            guard let child = node.child(key) else { return false }
            node = child
        }
        return looksAtData(node)
    }

    private func looksAtData(_ node: RuleNode) -> Bool {
        node.rules[.read].map { readsOfData.contains($0.id) } ?? false
    }

    /// The entry that a query needs in `.indexOn`; nil if it needs none.
    func missingIndex(for query: DataQuery, at path: DatabasePath) -> String? {
        if ruleset.indexes(at: path).contains(query.order) { return nil }
        return query.order == .value ? ".value" : query.order.text
    }
}

extension RuleExpression {
    /// Whether the value of the expression depends on the data.
    fileprivate var looksAtData: Bool {
        if case .variable(let name) = kind { return name == "data" || name == "root" }
        return operands.contains { $0.looksAtData }
    }
}

/// The decision on a request, with everything needed to explain and to count it.
struct RulesVerdict: Sendable {
    let decision: KeptDecision
    /// When the request was made.
    let time: Timestamp
    /// The whole request.
    let request: DatabaseRequest
    /// How many rules were evaluated.
    let evaluations: Int
    /// Counts the decisions of the rules.
    let coverage: CoverageCounter

    var isAllowed: Bool { decision.isAllowed }
}
