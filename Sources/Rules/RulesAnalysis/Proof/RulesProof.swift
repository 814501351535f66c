package import FirestoreRules

/// The question whether two sets of rules allow the same requests, for a solver.
///
/// For each statement that only one of them has, and each of its methods, there is an obligation: what the statement allows, the other rules
/// allow too. If a solver proves all of them, both decide every request alike, but for the limits on expressions and on `get`.
package struct RulesProof: Sendable {
    package let obligations: [ProofObligation]

    /// - Returns: nil for rules that are too different to be compared: those with other versions of the language.
    package init?(old: AnalysedRules, new: AnalysedRules) {
        guard old.syntax.version == new.syntax.version else { return nil }
        let fingerprints = [old, new].map { rules in
            let fingerprint = StatementFingerprint(rules)
            return Set(rules.statements.map { fingerprint.text(of: $0) })
        }
        var obligations: [ProofObligation] = []
        for (rules, others, known) in [(new, old, fingerprints[0]), (old, new, fingerprints[1])] {
            let fingerprint = StatementFingerprint(rules)
            let changed = Set(
                rules.statements.filter { !known.contains(fingerprint.text(of: $0)) }.map(\.syntax.range))
            let statements = ScopedStatement.all(of: rules.syntax).filter {
                changed.contains($0.syntax.range)
            }
            let all = ScopedStatement.all(of: others.syntax)
            for statement in statements {
                for method in statement.methods.all {
                    obligations.append(
                        ProofObligation(statement, method, impliesOneOf: all, in: rules))
                }
            }
        }
        self.obligations = obligations
    }

    /// The question whether a claim holds for all that rules allow.
    ///
    /// - Throws: ``ClaimProblem`` for a claim that does not compile.
    package init(_ claim: Claim, on rules: AnalysedRules) throws(ClaimProblem) {
        let claimed = try ClaimRules(claim, for: rules)
        let promises = ScopedStatement.all(of: claimed.rules.syntax)
        let methods = promises.reduce(into: RulesMethodSet()) { $0.formUnion($1.methods) }
        obligations = ScopedStatement.all(of: rules.syntax).flatMap { statement in
            statement.methods.all.filter { methods.contains(RulesMethodSet($0)) }.map { method in
                ProofObligation(statement, method, impliesOneOf: promises, within: promises[0], in: rules)
            }
        }
    }
}

/// One statement and one method: whatever the statement allows, one of some others allows too.
package struct ProofObligation: Sendable {
    /// The rules file and the line of the statement.
    package let place: RulesFinding.Place
    package let method: RulesMethod
    /// Asks for a counterexample, in SMT-LIB: `unsat` proves the obligation.
    package let script: String
    /// What the solver was not shown: if there is a counterexample, it may be because of these.
    package let constructs: [String]

    /// - Parameters:
    ///   - scope: A statement whose paths alone are asked about; nil for all paths.
    init(
        _ statement: ScopedStatement, _ method: RulesMethod, impliesOneOf others: [ScopedStatement],
        within scope: ScopedStatement? = nil, in rules: AnalysedRules
    ) {
        place = RulesFinding.Place(file: rules.source.name, line: statement.syntax.range.start.line)
        self.method = method
        let others = others.filter { $0.methods.contains(RulesMethodSet(method)) }
        var evaluation = SymbolicEvaluation(method)
        _ = evaluation.counterexample(statement, others, within: scope)
        evaluation.completeUniverse()
        let counterexample = evaluation.counterexample(statement, others, within: scope)
        script = evaluation.script.asking(for: counterexample)
        constructs = evaluation.constructs.sorted()
    }
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
        // A list may know less of a path than its templates do.
        guard method != .list, other.glob == nil else { return nil }
        switch statement.glob {
        case nil:
            return statement.segments.count == other.segments.count ? fixed(statement.segments) : .never
        // A glob at the end matches at least one segment in both versions of the language, and in the second one also none.
        case statement.segments.count - 1 where other.segments.count >= statement.segments.count:
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
