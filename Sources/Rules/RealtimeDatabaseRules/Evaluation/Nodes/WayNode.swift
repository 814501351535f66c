import RealtimeDatabaseModel

/// `snapshot.child(path)`, or several such calls one behind the other: a way down, whose keys are put together before anything is looked
/// up.
final class WayNode: PlanNode {
    /// One call.
    enum Step: Sendable {
        /// The keys are known beforehand.
        case known([DataKey])
        /// A variable of the path, which is one key.
        case captured(CaptureNode)
        case asked(any PlanNode)
    }

    private let start: any PlanNode
    private let steps: [Step]

    private init(_ start: any PlanNode, _ steps: [Step]) {
        self.start = start
        self.steps = steps
    }

    /// A call, or one more of those that its receiver is made of.
    convenience init(_ receiver: any PlanNode, _ step: Step) {
        if let way = receiver as? WayNode {
            self.init(way.start, way.steps + [step])
        } else {
            self.init(receiver, [step])
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
                    throw .argument(SnapshotMethod.child.rawValue, .null)
                }
                keys.append(key)
            case .asked(let path): keys += try path.keys(of: .child, in: evaluation)
            }
        }
        return snapshot.child(keys)
    }
}
