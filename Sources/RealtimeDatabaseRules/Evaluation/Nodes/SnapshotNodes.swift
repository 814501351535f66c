import RealtimeDatabaseModel

/// `snapshot.child(path)`
final class ChildNode: PlanNode {
    private let receiver: any PlanNode
    private let path: any PlanNode

    init(_ receiver: any PlanNode, _ path: any PlanNode) {
        self.receiver = receiver
        self.path = path
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let snapshot = try receiver.snapshot(in: evaluation)
        return .snapshot(snapshot.child(try path.keys(of: .child, in: evaluation)))
    }
}

/// `snapshot.child('path')`: the keys are known beforehand.
final class KnownChildNode: PlanNode {
    private let receiver: any PlanNode
    private let path: [DataKey]

    init(_ receiver: any PlanNode, _ path: [DataKey]) {
        self.receiver = receiver
        self.path = path
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        .snapshot(try receiver.snapshot(in: evaluation).child(path))
    }
}

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

/// A method of snapshots that takes nothing.
final class SnapshotMethodNode: PlanNode {
    private let method: SnapshotMethod
    private let receiver: any PlanNode

    init(_ method: SnapshotMethod, _ receiver: any PlanNode) {
        self.method = method
        self.receiver = receiver
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let snapshot = try receiver.snapshot(in: evaluation)
        if method == .parent {
            guard let parent = snapshot.parent else { throw .noParent }
            return .snapshot(parent)
        }
        switch (method, snapshot.node) {
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
    /// The value of an expression that has been found to be a snapshot, whatever the data is.
    fileprivate func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot {
        switch try value(in: evaluation) {
        case .snapshot(let snapshot): snapshot
        case let value: throw .receiver("a method of snapshots", value)
        }
    }

    /// The keys of a path that a method takes.
    fileprivate func keys(
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
