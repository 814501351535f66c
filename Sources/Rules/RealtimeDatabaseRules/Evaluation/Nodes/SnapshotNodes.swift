import RealtimeDatabaseModel

/// `snapshot.hasChild(path)`, or `snapshot.hasChildren([path, …])`.
final class HasChildrenNode: PlanNode {
    private let method: SnapshotMethod
    private let receiver: any PlanNode
    private let paths: [any PlanNode]

    init(_ method: SnapshotMethod, _ receiver: any PlanNode, _ paths: [any PlanNode]) {
        self.method = method
        self.receiver = receiver
        self.paths = paths
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let node = try receiver.snapshot(in: evaluation).node
        var hasAll = true
        for path in paths {
            let keys = try path.keys(of: method, in: evaluation)
            hasAll = hasAll && !node.value(at: DatabasePath(keys)).isNull
        }
        return .boolean(hasAll)
    }
}

/// `snapshot.parent()`
final class ParentNode: PlanNode {
    private let receiver: any PlanNode

    init(_ receiver: any PlanNode) {
        self.receiver = receiver
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        .snapshot(try snapshot(in: evaluation))
    }

    func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot {
        guard let parent = try receiver.snapshot(in: evaluation).parent else { throw .noParent }
        return parent
    }
}

/// A method of snapshots that takes nothing and leads to no other place.
final class SnapshotMethodNode: PlanNode {
    private let method: SnapshotMethod
    private let receiver: any PlanNode

    init(_ method: SnapshotMethod, _ receiver: any PlanNode) {
        self.method = method
        self.receiver = receiver
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        switch (method, try receiver.snapshot(in: evaluation).node) {
        case (.val, let node): return RuleValue(node)
        // Priorities are not kept.
        case (.getPriority, _): return .null
        case (.exists, let node): return .boolean(!node.isNull)
        case (.hasChildren, let node): return .boolean(node.hasChildren)
        case (.isNumber, .number), (.isString, .string), (.isBoolean, .boolean): return .boolean(true)
        case (.isNumber, _), (.isString, _), (.isBoolean, _), (.parent, _), (.child, _),
            (.hasChild, _):
            return .boolean(false)
        }
    }
}

extension PlanNode {
    /// The keys of a path that a method takes.
    func keys(
        of method: SnapshotMethod, in evaluation: Evaluation
    ) throws(RuleFailure) -> [DataKey] {
        switch try value(in: evaluation) {
        case .string(let path):
            guard let keys = DataSnapshot.keys(path) else { throw .pathTooLong }
            return keys
        case let value: throw .argument(method.rawValue, value)
        }
    }
}
