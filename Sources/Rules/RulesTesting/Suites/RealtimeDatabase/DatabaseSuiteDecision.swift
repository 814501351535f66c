package import RealtimeDatabaseRules

/// A decision of rules of the Realtime Database about a step.
package struct DatabaseSuiteDecision: Sendable {
    package var request: DatabaseRequest
    /// With tracing, for coverage.
    package var decision: DatabaseDecision
}
