import CoreValues
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// The rules that a database has been given: as text, and ready to decide.
struct DatabaseRules: Sendable {
    /// The text, as it was set.
    let source: String
    private let ruleset: DatabaseRuleset
    /// The `.read` rules that look at data, by their numbers.
    private let readsOfData: Set<Int>

    /// Reads rules.
    ///
    /// - Throws: All that is wrong with them.
    init(_ source: String) throws(RulesRefusal) {
        self.source = source
        ruleset = try DatabaseRuleset(source)
        readsOfData = Set(
            ruleset.statements.filter { $0.kind == .read && $0.condition.looksAtData }.map(\.id))
    }

    /// What the rules say of a read.
    func read(
        _ path: DatabasePath, _ query: DataQuery?, by caller: Caller, of root: DataNode, at time: Timestamp
    ) -> RulesVerdict {
        decide(.read(path, query), by: caller, root, time)
    }

    /// What the rules say of writes, all of them together.
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
        return RulesVerdict(
            decision: KeptDecision(ruleset.decide(request), on: request, by: ruleset), time: time)
    }

    /// Whether somebody may read one day and not the next because data have changed, at the node or elsewhere.
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

    /// What has to stand in `.indexOn` for a query; nil when it needs nothing more.
    func missingIndex(for query: DataQuery, at path: DatabasePath) -> String? {
        if ruleset.indexes(at: path).contains(query.order) { return nil }
        return query.order == .value ? ".value" : query.order.text
    }
}

extension RuleExpression {
    /// Whether what the expression comes to depends on what is in the database.
    fileprivate var looksAtData: Bool {
        if case .variable(let name) = kind { return name == "data" || name == "root" }
        return operands.contains { $0.looksAtData }
    }
}
