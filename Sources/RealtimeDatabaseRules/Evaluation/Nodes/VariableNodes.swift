import RealtimeDatabaseModel

/// `auth`, `now`, `root`, `data`, `newData` or `query`.
final class VariableNode: PlanNode {
    enum Name: String {
        case auth, now, root, data, newData, query
    }

    private let name: Name

    init(_ name: Name) {
        self.name = name
    }

    func value(in evaluation: Evaluation) -> RuleValue {
        switch name {
        case .auth: evaluation.auth
        case .now: .number(evaluation.now)
        case .root: .snapshot(evaluation.root)
        case .data: .snapshot(evaluation.data)
        case .newData: .snapshot(evaluation.newData)
        case .query: .query(evaluation.query)
        }
    }
}

/// A variable of the path, such as `$message`.
final class CaptureNode: PlanNode {
    private let level: Int

    init(level: Int) {
        self.level = level
    }

    func value(in evaluation: Evaluation) -> RuleValue {
        level < evaluation.keys.count ? .string(evaluation.keys[level].text) : .null
    }
}
