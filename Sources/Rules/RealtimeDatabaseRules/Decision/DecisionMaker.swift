import RealtimeDatabaseModel

/// Evaluates the rules that concern a request, from the root down.
///
/// Source: https://firebase.google.com/docs/database/security/core-syntax#read-and-write-rules-cascade
struct DecisionMaker {
    private let root: RuleNode
    private let plans: [RulePlan]
    private let request: DatabaseRequest
    private let isTraced: Bool
    private let evaluation: Evaluation
    private var operation = 0
    private var evaluations = 0
    private var steps: [DatabaseDecision.Step] = []

    init(_ root: RuleNode, _ plans: [RulePlan], _ request: DatabaseRequest, isTraced: Bool) {
        self.root = root
        self.plans = plans
        self.request = request
        self.isTraced = isTraced
        evaluation = Evaluation(request)
    }

    mutating func decide() -> DatabaseDecision {
        let denial: DatabaseDecision.Denial?
        switch request.operation {
        case .read(let path, _): denial = isGranted(.read, at: path) ? nil : .notGranted(.read, path)
        case .write(let paths, _): denial = self.denial(ofWriting: paths)
        }
        return DatabaseDecision(
            denial: denial, lastOperation: operation, evaluations: evaluations, steps: steps)
    }

    private mutating func denial(ofWriting paths: [DatabasePath]) -> DatabaseDecision.Denial? {
        for (index, path) in paths.enumerated() {
            operation = index
            guard isGranted(.write, at: path) else { return .notGranted(.write, path) }
            if root.validates, let denial = invalidity(at: path) { return denial }
        }
        return nil
    }

    /// Whether a rule on the way to a node, or the node's own, grants access. The first one that does is enough.
    private mutating func isGranted(_ kind: RuleKind, at path: DatabasePath) -> Bool {
        evaluation.move(to: path)
        var node = root
        for level in 0...path.keys.count {
            if holds(node.rule(kind), at: level) == true { return true }
            guard level < path.keys.count, let child = node.child(path.keys[level]) else { break }
            node = child
        }
        return false
    }

    /// Why a written value is invalid at a path. Deletes are not validated.
    private mutating func invalidity(at path: DatabasePath) -> DatabaseDecision.Denial? {
        let written = evaluation.written
        if written.isNull { return nil }
        var node = root
        for (level, key) in path.keys.enumerated() {
            if let denial = invalidity(node, at: level) { return denial }
            guard let child = node.child(key), child.validates else { return nil }
            node = child
        }
        return invalidity(of: written, node)
    }

    /// Why a written node, or one below it, is invalid.
    private mutating func invalidity(of written: DataNode, _ node: RuleNode) -> DatabaseDecision.Denial? {
        if let denial = invalidity(node, at: evaluation.keys.count) { return denial }
        guard case .object(let children) = written.plain else { return nil }
        if node.wildcard?.node.validates != true {
            // Only named children matter here, and there may be far more others.
            for (key, rules) in node.validatingChildren {
                if let child = children[key], let denial = invalidity(ofChild: key, child, rules) {
                    return denial
                }
            }
            return nil
        }
        for (key, child) in children {
            guard let rules = node.child(key), rules.validates else { continue }
            if let denial = invalidity(ofChild: key, child, rules) { return denial }
        }
        return nil
    }

    private mutating func invalidity(
        ofChild key: DataKey, _ child: DataNode, _ rules: RuleNode
    ) -> DatabaseDecision.Denial? {
        evaluation.enter(key)
        defer { evaluation.leave() }
        return invalidity(of: child, rules)
    }

    private mutating func invalidity(_ node: RuleNode, at level: Int) -> DatabaseDecision.Denial? {
        guard let rule = node.rule(.validate), holds(rule, at: level) == false else { return nil }
        return .invalid(evaluation.place, rule: rule)
    }

    /// Evaluates a rule for the node at a depth; nil if there is no rule. A rule that fails does not hold.
    private mutating func holds(_ rule: Int?, at level: Int) -> Bool? {
        guard let rule else { return nil }
        evaluation.level = level
        evaluations += 1
        let (outcome, trace) = plans[rule].evaluate(in: evaluation, isTraced: isTraced)
        if isTraced {
            steps.append(
                DatabaseDecision.Step(
                    rule: rule, operation: operation, path: evaluation.place,
                    outcome: outcome, trace: trace))
        }
        return outcome.truth == true
    }
}
