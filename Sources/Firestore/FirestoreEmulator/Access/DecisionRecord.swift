package import FirestoreRules

/// One decision of the rules, with everything needed to repeat it.
package struct DecisionRecord: Sendable {
    package let request: RulesRequest
    package let source: any RulesDataSource & Sendable
    /// Nil if the request was allowed.
    package let denial: Denial?
    /// The conditions that were evaluated.
    package let steps: [RulesDecision.Step]
}
