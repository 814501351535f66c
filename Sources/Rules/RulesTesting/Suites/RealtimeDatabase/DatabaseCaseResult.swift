package import RealtimeDatabaseRules

/// What became of one case on the Realtime Database, with what the rules have decided.
package struct DatabaseCaseResult: Sendable {
    /// One decision of the rules.
    package struct Decision: Sendable {
        package var request: DatabaseRequest
        package var expectation: SuiteExpectation
        /// Traced, so that coverage can be counted.
        package var decision: DatabaseDecision
    }

    package var result: CaseResult
    /// In the order of the steps; those of whom no rules bind are left out.
    package var decisions: [Decision]
}
