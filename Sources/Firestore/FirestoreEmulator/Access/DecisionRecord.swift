package import FirestoreRules

/// One decision of the rules, with all that is needed to make it again.
package struct DecisionRecord: Sendable {
    package let request: RulesRequest
    package let source: any RulesDataSource & Sendable
    /// Nil where the request was allowed.
    package let denial: Denial?
    /// The conditions that were evaluated.
    package let steps: [RulesDecision.Step]
}
