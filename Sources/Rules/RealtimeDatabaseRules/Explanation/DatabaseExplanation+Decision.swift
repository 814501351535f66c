import PrintableText
import RealtimeDatabaseModel

extension DatabaseRuleset {
    /// Decides about a request, and explains the decision.
    package func explain(_ request: DatabaseRequest) -> DatabaseExplanation {
        DatabaseExplanation(decide(request, isTraced: true), on: request, by: self)
    }
}

extension DatabaseExplanation {
    /// Explains a decision, which must have been traced.
    package init(_ decision: DatabaseDecision, on request: DatabaseRequest, by ruleset: DatabaseRuleset) {
        let method: String
        let paths: [DatabasePath]
        switch request.operation {
        case .read(let path, _): (method, paths) = ("read", [path])
        case .write(let written, _): (method, paths) = ("write", written)
        }
        isAllowed = decision.isAllowed
        let user =
            request.auth == .null ? nil : (request.auth.uid ?? "somebody without uid").printable(limit: 100)
        self.user = user
        operationCount = paths.count
        let shown = decision.explainedOperations(of: paths.count)
        firstOperation = shown.lowerBound + 1
        operations = paths[shown].map {
            Operation(method: method, target: $0.description.printable(limit: 200))
        }
        let attempts = decision.decisiveSteps(for: shown, ruleset).map { Attempt($0, user, ruleset) }
        self.attempts = attempts
        let nearest = attempts.indices.max { (attempts[$0].closeness, $0) < (attempts[$1].closeness, $1) }
        deciding = (isAllowed ? attempts.indices.first : nearest).map { Deciding(attempts[$0], at: $0) }
        notes = []
        if case .notGranted(let kind, let path)? = decision.denial {
            notes = ruleset.notes(onDenied: kind, at: path, wasAsked: !attempts.isEmpty)
        }
    }
}

extension DatabaseDecision {
    /// The most operations of an allowed request that are explained.
    private static let maximumOperations = 20

    /// Those of a request's paths that an explanation is about: the one that was denied, or the first ones of all that were allowed.
    func explainedOperations(of count: Int) -> Range<Int> {
        isAllowed ? 0..<min(count, Self.maximumOperations) : lastOperation..<(lastOperation + 1)
    }

    /// The steps that allowed what was asked for, or that denied it.
    fileprivate func decisiveSteps(for operations: Range<Int>, _ ruleset: DatabaseRuleset) -> [Step] {
        if case .invalid? = denial { return Array(steps.suffix(1)) }
        return steps.filter { step in
            operations.contains(step.operation) && ruleset.statements[step.rule].kind != .validate
                && (!isAllowed || step.outcome.truth == true)
        }
    }
}

extension DatabaseExplanation.Attempt {
    fileprivate init(_ step: DatabaseDecision.Step, _ user: String?, _ ruleset: DatabaseRuleset) {
        let statement = ruleset.statements[step.rule]
        rule = statement.kind.rawValue
        target = step.path.description.printable(limit: 200)
        path = statement.pathText.printable(limit: 200)
        file = ruleset.source.name
        range = statement.range(of: statement.condition, in: ruleset.source)
        condition = statement.text(of: statement.condition, limit: Explainer.quotation * 3)
        result = DatabaseExplanation.Result(step.outcome)
        finding =
            statement.condition.isConstant
            ? nil : Explainer(statement, ruleset.source, user: user, step.trace).finding(statement.condition)
    }

    /// How near the rule came to granting what was asked: how many of its conditions held; -1 for `false`.
    fileprivate var closeness: Int { finding?.held ?? -1 }
}

extension DatabaseExplanation.Deciding {
    fileprivate init(_ attempt: DatabaseExplanation.Attempt, at index: Int) {
        self.attempt = index
        guard let finding = attempt.finding?.deciding else {
            (expression, range) = (attempt.condition, attempt.range)
            reason = "the \(attempt.rule) rule of \(attempt.path) is always \(attempt.condition)"
            return
        }
        (expression, range, reason) = (finding.expression, finding.range, finding.reason ?? "")
    }
}

extension DatabaseExplanation.Result {
    init(_ outcome: Outcome) {
        switch outcome {
        case .value(let value): self = .value(ValueSummary(value).text)
        case .failure(let failure): self = .error(failure.message.printable(limit: 160))
        }
    }
}

extension DatabaseRuleset {
    /// Why no rule granted something.
    fileprivate func notes(onDenied kind: RuleKind, at path: DatabasePath, wasAsked: Bool) -> [String] {
        var notes: [String] = []
        if !wasAsked {
            let place = path.isRoot ? "at /" : "at \(path.description.printable(limit: 200)) or above it"
            notes.append("there is no \(kind.rawValue) rule \(place)")
        }
        var node = root as RuleNode?
        for key in path.keys { node = node?.child(key) }
        for statement in (node?.statementsBelow(kind) ?? []).prefix(3) {
            let line = statement.range(of: statement.condition, in: source).start.line
            notes.append(
                "\(source.name):\(line): the \(kind.rawValue) rule of \(statement.pathText.printable(limit: 160)) "
                    + "grants only what is there or below")
        }
        return notes
    }
}

extension RuleNode {
    /// The rules of a kind that are further down.
    fileprivate func statementsBelow(_ kind: RuleKind) -> [RuleStatement] {
        (Array(children.values) + (wildcard.map { [$0.node] } ?? [])).flatMap { node in
            (node.rules[kind].map { [$0] } ?? []) + node.statementsBelow(kind)
        }.sorted { $0.id < $1.id }
    }
}
