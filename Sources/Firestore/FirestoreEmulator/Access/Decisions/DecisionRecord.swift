package import FirestoreRules

/// A decision of the rules, with everything needed to make it again, also by other rules.
package struct DecisionRecord: Sendable {
    package let request: RulesRequest
    package let source: any RulesDataSource & Sendable
    /// Nil if the request was allowed.
    package let denial: Denial?
}
