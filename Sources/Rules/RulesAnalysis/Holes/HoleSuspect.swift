import FirestoreRules
import PrintableText
import RulesCore

/// A statement or a condition that seems to make no difference. It is a hole once a solver has proven that.
package struct HoleSuspect: Sendable {
    package let hole: Hole
    /// Whether the rules without it decide alike.
    package let proof: RulesProof

    /// The suspects in one statement. One about the whole statement comes first, and makes the others pointless.
    ///
    /// - Parameter tried: Requests of all kinds.
    static func all(
        of number: Int, in rules: AnalysedRules, tried: [PreparedScenario]
    ) -> [HoleSuspect] {
        let statement = rules.statements[number].syntax
        guard let condition = statement.condition, !condition.isFalse else { return [] }
        func suspect(
            _ kind: HoleKind, _ severity: Hole.Severity, _ message: String, at range: SourceRange,
            _ old: AnalysedRules, _ new: AnalysedRules
        ) -> HoleSuspect? {
            guard tried.allSatisfy({ $0.isAllowed(by: old.plan) == $0.isAllowed(by: new.plan) }),
                let proof = RulesProof(old: old, new: new, statement: statement.range)
            else { return nil }
            let hole = Hole(
                kind: kind, severity: severity, message: message, range: range, request: nil, contrast: nil)
            return HoleSuspect(hole: hole, proof: proof)
        }
        let others = rules.statements.map(\.syntax.range).filter { $0 != statement.range }
        let alone = rules.denying(others)
        var suspects = [
            suspect(
                .neverTrue, .warning, "this can never allow anything", at: condition.range,
                alone.denying([statement.range]), alone),
            suspect(
                .neverDecides, .note, "other statements allow all that this one allows", at: condition.range,
                rules.denying([statement.range]), rules),
        ]
        let extents = SourceExtents(rules.source)
        for (index, operand) in condition.operands.enumerated() {
            guard let rest = condition.without(operand: index) else { continue }
            let text = extents.text(extents.extent(of: operand.range)).onOneLine.printable(limit: 100)
            suspects.append(
                suspect(
                    .neverDecides, .note, "this makes no difference: \(text)", at: operand.range, rules,
                    rules.setting([statement.range], to: rest)))
        }
        return suspects.compactMap(\.self)
    }
}

extension AnalysedRules {
    /// The same rules with another condition in some statements.
    fileprivate func setting(_ statements: [SourceRange], to condition: Expression) -> AnalysedRules {
        AnalysedRules(
            statements.reduce(syntax) { $0.settingCondition(of: $1, to: condition) }, source)
    }

    /// The same rules, but some statements never allow anything.
    fileprivate func denying(_ statements: [SourceRange]) -> AnalysedRules {
        guard let range = statements.first else { return self }
        return setting(statements, to: Expression(.literal(.bool(false)), at: range))
    }
}

extension Expression {
    /// Whether it is the word `false`.
    fileprivate var isFalse: Bool {
        if case .literal(.bool(false)) = kind { true } else { false }
    }
}
