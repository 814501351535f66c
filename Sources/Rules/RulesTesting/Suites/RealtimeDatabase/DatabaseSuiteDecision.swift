package import RealtimeDatabaseRules

/// A decision of rules of the Realtime Database about a step.
package struct DatabaseSuiteDecision: Sendable {
    package var request: DatabaseRequest
    /// Traced, so that coverage can be counted.
    package var decision: DatabaseDecision
}
