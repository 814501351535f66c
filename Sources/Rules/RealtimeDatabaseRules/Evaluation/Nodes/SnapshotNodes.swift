import RealtimeDatabaseModel

/// `snapshot.hasChild(path)`, or `snapshot.hasChildren([path, …])`.
final class HasChildrenNode: PlanNode {
    private let name: String
    private let receiver: any PlanNode
    private let paths: [any PlanNode]

    init(_ name: String, _ receiver: any PlanNode, _ paths: [any PlanNode]) {
        self.name = name
        self.receiver = receiver
        self.paths = paths
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let node = try receiver.snapshot(in: evaluation).node
        var hasAll = true
        for path in paths {
            let keys = try path.keys(for: name, in: evaluation)
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

/// A method that looks at the data of a snapshot, such as `snapshot.val()`.
final class DataMethodNode: PlanNode {
    private let receiver: any PlanNode
    private let look: @Sendable (DataNode) -> RuleValue

    init(_ receiver: any PlanNode, _ look: @escaping @Sendable (DataNode) -> RuleValue) {
        self.receiver = receiver
        self.look = look
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        look(try receiver.snapshot(in: evaluation).node)
    }
}

extension PlanNode {
    /// The keys of a path that a method takes.
    func keys(for method: String, in evaluation: Evaluation) throws(RuleFailure) -> [DataKey] {
        switch try value(in: evaluation) {
        case .string(let path):
            guard let keys = DataSnapshot.keys(path) else { throw .pathTooLong }
            return keys
        case let value: throw .argument(method, value)
        }
    }
}
