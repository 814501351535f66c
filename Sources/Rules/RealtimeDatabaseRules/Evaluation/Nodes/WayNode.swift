import RealtimeDatabaseModel

/// `snapshot.child(path)`, or several such calls in a row. The keys of all are joined before any data is looked up.
final class WayNode: PlanNode {
    /// One call.
    enum Step: Sendable {
        /// The path is written out.
        case known([DataKey])
        /// A variable of the path, which is one key.
        case captured(CaptureNode)
        /// The path is computed.
        case computed(any PlanNode)
    }

    private let name: String
    private let start: any PlanNode
    private let steps: [Step]

    private init(_ name: String, _ start: any PlanNode, _ steps: [Step]) {
        self.name = name
        self.start = start
        self.steps = steps
    }

    /// A call, which is joined to the calls of its receiver.
    convenience init(_ name: String, _ receiver: any PlanNode, _ step: Step) {
        if let way = receiver as? WayNode {
            self.init(name, way.start, way.steps + [step])
        } else {
            self.init(name, receiver, [step])
        }
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        .snapshot(try snapshot(in: evaluation))
    }

    func snapshot(in evaluation: Evaluation) throws(RuleFailure) -> DataSnapshot {
        let snapshot = try start.snapshot(in: evaluation)
        if case .known(let keys) = steps[0], steps.count == 1 { return snapshot.child(keys) }
        var keys: [DataKey] = []
        keys.reserveCapacity(steps.count)
        for step in steps {
            switch step {
            case .known(let known): keys += known
            case .captured(let capture):
                guard let key = capture.key(in: evaluation) else {
                    throw .argument(name, .null)
                }
                keys.append(key)
            case .computed(let path): keys += try path.keys(for: name, in: evaluation)
            }
        }
        return snapshot.child(keys)
    }
}
