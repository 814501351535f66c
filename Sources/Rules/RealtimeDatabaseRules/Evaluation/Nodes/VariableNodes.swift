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

    func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot {
        switch name {
        case .root: evaluation.root
        case .data: evaluation.data
        case .newData: evaluation.newData
        case .auth, .now, .query: throw .notSnapshot(value(in: evaluation))
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
        key(in: evaluation).map { .string($0.string) } ?? .null
    }

    /// The key that it stands for; nil if the path ends before it.
    func key(in evaluation: Evaluation) -> DataKey? {
        level < evaluation.keys.count ? evaluation.keys[level] : nil
    }
}
