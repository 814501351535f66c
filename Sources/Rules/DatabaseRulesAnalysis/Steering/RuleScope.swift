import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A rule as it was evaluated for a node: what its expressions came to, and where they looked.
struct RuleScope {
    let statement: RuleStatement
    let path: DatabasePath
    private let trace: [Outcome?]

    init(_ attempt: RulesTrace.Attempt) {
        statement = attempt.statement
        path = attempt.path
        trace = attempt.trace
    }

    /// The outcome of an expression; nil if it was not evaluated.
    func outcome(of expression: RuleExpression) -> Outcome? {
        switch expression.kind {
        case .null: .value(.null)
        case .boolean(let boolean): .value(.boolean(boolean))
        case .number(let number): .value(.number(number))
        case .string(let text): .value(.string(text))
        case _: trace.indices.contains(expression.id) ? trace[expression.id] : nil
        }
    }

    func truth(of expression: RuleExpression) -> Bool? { outcome(of: expression)?.truth }

    /// The data that an expression came to; nil for another kind of value.
    func data(of expression: RuleExpression) -> DataNode? {
        if case .value(let value)? = outcome(of: expression) { DataNode(value) } else { nil }
    }

    /// The number of an expression among those of all rules.
    func identity(of expression: RuleExpression) -> Int { statement.id << 20 | expression.id }

    /// The place whose content an expression is; nil for what is computed.
    func place(of expression: RuleExpression) -> DataPlace? {
        switch expression.kind {
        case .variable("auth"): return .claim([])
        case .variable("now"): return .now
        case .variable(let name):
            let capture = statement.captures.first { $0.name == name }
            return capture.map { .key(level: $0.level, of: path) }
        case .property(let receiver, let name):
            if case .variable("query") = receiver.kind { return .query(name) }
            return claim(receiver, DataKey(name))
        case .index(let receiver, let index):
            guard case .string(let name)? = data(of: index) else { return nil }
            return claim(receiver, DataKey(name))
        case .call(let receiver, "val", _): return node(of: receiver)
        default: return nil
        }
    }

    /// The place of a snapshot.
    func node(of snapshot: RuleExpression) -> DataPlace? {
        guard case .value(.snapshot(let found))? = outcome(of: snapshot) else { return nil }
        return snapshot.isOfNewData ? .written(found.path) : .stored(found.path)
    }

    private func claim(_ receiver: RuleExpression, _ name: DataKey) -> DataPlace? {
        guard case .claim(let names)? = place(of: receiver) else { return nil }
        return .claim(names + [name])
    }
}

extension RuleExpression {
    /// Whether a snapshot shows data after a write.
    var isOfNewData: Bool {
        if case .variable("newData") = kind { return true }
        guard case .call(let receiver, _, _) = kind else { return false }
        return receiver.isOfNewData
    }
}
