import FirestoreRules
import RulesAnalysis
import RulesTesting

/// A changed rules file.
struct RulesChange {
    let family: String
    /// Where the change is, and what it is.
    let text: String
    let rules: Ruleset
    /// Whether the change is known to mean the same.
    let isKnown: Bool

    /// The mutants that `receipts rules mutate` makes.
    static func mutants(
        of rules: Ruleset, known: KnownEquivalents, only id: String? = nil
    ) -> [RulesChange] {
        MutantGenerator.candidates(of: rules).filter { id == nil || $0.id == id }.map { mutant in
            RulesChange(
                family: mutant.family, text: "\(mutant.line): \(mutant.family) \(mutant.id)\n\(mutant.diff)",
                rules: Ruleset(mutant.source), isKnown: known.entry(for: mutant) != nil)
        }
    }

    /// Weaker rules.
    static func weaker(_ rules: Ruleset) -> [RulesChange] {
        WeakerRules(rules).all.map { weaker in
            RulesChange(
                family: weaker.family,
                text: "\(weaker.line): \(weaker.family): \(weaker.old) -> \(weaker.new)",
                rules: Ruleset(weaker.source), isKnown: false)
        }
    }
}
