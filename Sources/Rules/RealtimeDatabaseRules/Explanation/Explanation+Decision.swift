import PrintableText
import RealtimeDatabaseModel
package import RulesCore

extension DatabaseRuleset {
    /// Decides about a request, and explains the decision.
    package func explain(_ request: DatabaseRequest) -> Explanation {
        Explanation(decide(request, isTraced: true), on: request, by: self)
    }
}

extension Explanation {
    /// Explains a decision, which must have been traced.
    package init(_ decision: DatabaseDecision, on request: DatabaseRequest, by ruleset: DatabaseRuleset) {
        let method: String
        let paths: [DatabasePath]
        switch request.operation {
        case .read(let path, _): (method, paths) = ("read", [path])
        case .write(let written, _): (method, paths) = ("write", written)
        }
        let user =
            request.auth == .null ? nil : (request.auth.uid ?? "somebody without uid").printable(limit: 100)
        let shown = decision.explainedOperations(of: paths.count)
        let attempts = decision.decisiveSteps(for: shown, ruleset).map { Attempt($0, user, ruleset) }
        let nearest = attempts.indices.max { (attempts[$0].closeness, $0) < (attempts[$1].closeness, $1) }
        let deciding = decision.isAllowed ? attempts.indices.first : nearest
        var notes: [String] = []
        if case .notGranted(let kind, let path)? = decision.denial {
            notes = ruleset.notes(onDenied: kind, at: path, wasAsked: !attempts.isEmpty)
        }
        self.init(
            isAllowed: decision.isAllowed, user: user,
            operations: paths[shown].map {
                Operation(method: method, target: $0.description.printable(limit: 200))
            },
            firstOperation: shown.lowerBound + 1, operationCount: paths.count, attempts: attempts,
            deciding: deciding.map { Deciding(attempts[$0], at: $0, constant: attempts[$0].verdict) },
            notes: notes)
    }
}

extension DatabaseDecision {
    /// The most operations of an allowed request that are explained.
    private static let maximumOperations = 20

    /// The paths that an explanation is about: the one that was denied, or the first of those that were allowed.
    func explainedOperations(of count: Int) -> Range<Int> {
        isAllowed ? 0..<min(count, Self.maximumOperations) : lastOperation..<(lastOperation + 1)
    }

    /// The steps that allowed the request, or denied it.
    fileprivate func decisiveSteps(for operations: Range<Int>, _ ruleset: DatabaseRuleset) -> [Step] {
        if case .invalid? = denial { return Array(steps.suffix(1)) }
        return steps.filter { step in
            operations.contains(step.operation) && ruleset.statements[step.rule].kind != .validate
                && (!isAllowed || step.outcome.truth == true)
        }
    }
}

extension Explanation.Attempt {
    fileprivate init(_ step: DatabaseDecision.Step, _ user: String?, _ ruleset: DatabaseRuleset) {
        let statement = ruleset.statements[step.rule]
        let condition = statement.text(of: statement.condition, limit: Explainer.quotation * 3)
        let match = statement.pathText.printable(limit: 200)
        let result = Explanation.Result(step.outcome)
        let isConstant = statement.condition.isConstant
        let finding =
            isConstant
            ? nil : Explainer(statement, ruleset.lines, user: user, step.trace).finding(statement.condition)
        self.init(
            operation: Explanation.Operation(
                method: statement.kind.rawValue, target: step.path.description.printable(limit: 200)),
            file: ruleset.source.name.printable(limit: 200),
            range: statement.range(of: statement.condition, in: ruleset.lines), match: match,
            condition: condition, result: result,
            verdict: "the \(statement.kind.rawValue) rule of \(match) "
                + (isConstant ? "is always \(condition)" : result.phrase),
            finding: finding, closeness: finding?.held ?? -1)
    }
}

extension Explanation.Result {
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
            let line = statement.range(of: statement.condition, in: lines).start.line
            notes.append(
                "\(source.name.printable(limit: 200)):\(line): the \(kind.rawValue) rule of \(statement.pathText.printable(limit: 160)) "
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
