import FirestoreModel

extension KeptDecision {
    /// Whether the record keeps at most about this many bytes of memory alive. Looks at no more than that.
    package func fits(within limit: Int, of plan: RulesPlan) -> Bool {
        var estimate = SizeEstimate(limit: limit)
        for step in steps {
            estimate.add(step.events.count * MemoryLayout<EvaluationTrace.Event>.stride)
            for event in step.events {
                guard case .value(let value) = event.outcome else { continue }
                estimate.add(value, isPart: plan.isLookup(event.expression))
                if estimate.isExceeded { return false }
            }
        }
        return true
    }
}

extension RulesPlan {
    /// Whether an expression only looks up another one's value.
    fileprivate func isLookup(_ id: Int) -> Bool {
        guard tracedExpressions.indices.contains(id),
            case .expression(let expression) = tracedExpressions[id].form
        else { return false }
        switch expression.kind {
        case .name, .member, .index: return true
        default: return false
        }
    }
}
