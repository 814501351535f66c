package import FirestoreRules
import RulesCore

/// The question whether two sets of rules allow the same requests, for a solver.
///
/// For each statement that only one of them has, and each of its methods, there is an obligation: what the statement allows, the other rules
/// allow too. If a solver proves all of them, both decide every request alike, but for the limits on expressions and on `get`.
package struct RulesProof: Sendable {
    package let obligations: [ProofObligation]

    /// - Returns: nil for rules that are too different to be compared: those with other versions of the language.
    package init?(old: AnalysedRules, new: AnalysedRules) {
        let fingerprints = [old, new].map { rules in
            let fingerprint = StatementFingerprint(rules)
            return Set(rules.statements.map { fingerprint.text(of: $0) })
        }
        self.init(old: old, new: new) { rules, side in
            let known = fingerprints[side.other.rawValue]
            let fingerprint = StatementFingerprint(rules)
            return Set(
                rules.statements.filter { !known.contains(fingerprint.text(of: $0)) }.map(\.syntax.range))
        }
    }

    /// The question whether it makes no difference to give one statement another condition.
    ///
    /// - Parameter statement: The place of the statement in both.
    init?(old: AnalysedRules, new: AnalysedRules, statement: SourceRange) {
        self.init(old: old, new: new) { _, _ in [statement] }
    }

    /// - Parameter changed: The statements of some rules that the other ones do not have.
    private init?(
        old: AnalysedRules, new: AnalysedRules,
        changed: (AnalysedRules, DifferenceSearch.Side) -> Set<SourceRange>
    ) {
        guard old.syntax.version == new.syntax.version else { return nil }
        var obligations: [ProofObligation] = []
        for side in [DifferenceSearch.Side.new, .old] {
            let (rules, others) = side == .new ? (new, old) : (old, new)
            let changed = changed(rules, side)
            let statements = ScopedStatement.all(of: rules.syntax).filter {
                changed.contains($0.syntax.range)
            }
            let all = ScopedStatement.all(of: others.syntax)
            for statement in statements {
                obligations += statement.methods.all.compactMap { method in
                    ProofObligation(statement, method, of: side, impliesOneOf: all, in: rules)
                }
            }
        }
        self.obligations = obligations
    }

    /// The question whether a claim holds for all that rules allow.
    init(_ claim: ClaimRules, on rules: AnalysedRules) {
        let promises = ScopedStatement.all(of: claim.rules.syntax)
        let methods = promises.reduce(into: RulesMethodSet()) { $0.formUnion($1.methods) }
        obligations = ScopedStatement.all(of: rules.syntax).flatMap { statement in
            statement.methods.all.filter { methods.contains(RulesMethodSet($0)) }.compactMap { method in
                ProofObligation(
                    statement, method, of: .new, impliesOneOf: promises, within: promises[0], in: rules)
            }
        }
    }
}

/// One statement and one method: whatever the statement allows, one of some others allows too.
package struct ProofObligation: Sendable {
    /// The rules file and the line of the statement.
    package let place: RulePlace
    package let method: RulesMethod
    /// Asks for a counterexample, in SMT-LIB: `unsat` proves the obligation.
    package let script: String
    /// The same with the patterns of `matches`; nil without patterns. It takes longer, and proves more.
    package let patternScript: String?
    /// What the solver was not shown: if there is a counterexample, it may be because of these.
    package let constructs: [String]
    /// Asks for a counterexample too; nil where there is no scenario to be made from it.
    package let modelScript: String?
    private let scenarios: ProofScenarios?
    /// The rules that have the statement, and its place there.
    let side: DifferenceSearch.Side
    let statement: SourceRange

    /// - Parameters:
    ///   - scope: A statement whose paths alone are asked about; nil for all paths.
    /// - Returns: nil if there is nothing to prove, because the statement is about other paths.
    init?(
        _ statement: ScopedStatement, _ method: RulesMethod, of side: DifferenceSearch.Side,
        impliesOneOf others: [ScopedStatement], within scope: ScopedStatement? = nil, in rules: AnalysedRules
    ) {
        self.side = side
        self.statement = statement.syntax.range
        place = RulePlace(file: rules.source.name, line: statement.syntax.range.start.line)
        self.method = method
        let others = others.filter { $0.methods.contains(RulesMethodSet(method)) }
        func evaluate(followsPatterns: Bool) -> (SymbolicEvaluation, Formula) {
            var evaluation = SymbolicEvaluation(method, followsPatterns: followsPatterns)
            _ = evaluation.counterexample(statement, others, within: scope)
            evaluation.completeUniverse()
            let counterexample = evaluation.counterexample(statement, others, within: scope)
            return (evaluation, counterexample)
        }
        var (evaluation, counterexample) = evaluate(followsPatterns: true)
        if counterexample == .never { return nil }
        constructs = evaluation.constructs.sorted()
        let full = evaluation.script.asking(for: counterexample)
        if evaluation.matched.isEmpty {
            (script, patternScript) = (full, nil)
        } else {
            let (plain, formula) = evaluate(followsPatterns: false)
            (script, patternScript) = (plain.script.asking(for: formula), full)
        }
        // Below a glob the places of segments are not known.
        let shape = scope.flatMap { $0.glob == nil ? $0 : nil } ?? statement
        scenarios =
            shape.glob == nil
            ? ProofScenarios(
                evaluation.witness, evaluation.universe.elements, method,
                segments: shape.segments.indices.map { evaluation.segment($0) }) : nil
        modelScript = scenarios.map { evaluation.script.asking(for: counterexample, $0.questions) }
    }

    /// The scenario that a solver's answer to ``modelScript`` describes. Only the engine knows whether it is a counterexample.
    package func scenario(_ answer: String) -> Scenario? { scenarios?.scenario(answer) }
}

extension SymbolicEvaluation {
    /// Where a statement allows, and none of some others does.
    fileprivate mutating func counterexample(
        _ statement: ScopedStatement, _ others: [ScopedStatement], within scope: ScopedStatement?
    ) -> Formula {
        // What is known of the path of the request.
        let shape = scope.flatMap { $0.glob == nil ? $0 : nil } ?? statement
        if shape.glob == nil {
            assume(Formula("(= \(script.unknown(.int, "segments")) \(shape.segments.count))"))
        }
        // Where it can't be said whether a path matches, a counterexample may have it.
        var conditions = [fixed(shape.segments)]
        for required in [scope, statement] {
            if let required { conditions.append(match(required, where: shape) ?? .always) }
        }
        if conditions.contains(.never) { return .never }
        conditions.append(allows(statement))
        for other in others {
            guard let isMatched = match(other, where: shape) else { continue }
            conditions.append(!script.named(isMatched && allows(other)))
        }
        return .all(conditions)
    }

    /// Where the literal segments before a glob are those of the request's path.
    private mutating func fixed(_ segments: [PathTemplateSyntax.Segment]) -> Formula {
        var conditions: [Formula] = []
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal(let text):
                conditions.append(Formula("(= \(self.segment(index)) \(ProofLiteral.text(text)))"))
            case .capture: continue
            case .glob: return .all(conditions)
            }
        }
        return .all(conditions)
    }

    /// Where a statement matches a path that another one matches; nil if that can't be said.
    private mutating func match(_ statement: ScopedStatement, where other: ScopedStatement) -> Formula? {
        if statement.template == other.template { return .always }
        guard other.glob == nil else { return nil }
        if statement.excludes(other) { return .never }
        switch statement.glob {
        case nil where statement.segments.count != other.segments.count: return .never
        // A list does not know the ids of what it finds.
        case nil where method == .list && statement.endsInLiteral: return nil
        case nil: return fixed(statement.segments)
        // A glob at the end matches at least one segment in both versions of the language, and in the second one also none.
        case statement.segments.count - 1
        where other.segments.count >= statement.segments.count - (statement.globNeedsSegment ? 0 : 1):
            return fixed(statement.segments)
        default: return nil
        }
    }

    /// Where a statement's condition is true.
    private mutating func allows(_ statement: ScopedStatement) -> Formula {
        guard let condition = statement.syntax.condition else { return .always }
        return isTrue(condition, scope(of: statement))
    }

    private mutating func scope(of statement: ScopedStatement) -> SymbolicScope {
        var levels: [SymbolicScope.Level] = []
        for (captures, functions) in statement.levels {
            var level = SymbolicScope.Level(functions: functions)
            for (name, index) in captures {
                // Behind a glob the place of a segment is not known, but it is the same for the same template.
                let isBehindGlob = statement.glob.map { index >= $0 } ?? false
                level.captures[name] =
                    isBehindGlob
                    ? .value(value("capture \(index) of \(statement.template)"), isDefined: .always)
                    : capture(index)
            }
            levels.append(level)
        }
        return SymbolicScope(levels)
    }
}
