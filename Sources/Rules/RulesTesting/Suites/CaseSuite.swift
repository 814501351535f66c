package import ClientCore
package import CoreValues

/// A suite in the short form: cases, each with requests and the expected decisions.
package struct CaseSuite<Item: Sendable, Operation: Sendable>: Sendable {
    /// One case.
    package struct Case: Sendable {
        package var name: String
        package var line: Int?
        /// Data on top of the suite's.
        package var given: [Item]
        package var steps: [Step]
    }

    /// One request, and the expected decision.
    package struct Step: Sendable {
        package var identity: SuiteIdentity
        package var operation: Operation
        package var expectation: SuiteExpectation
        package var line: Int?
        /// The request in words, such as `bob: update conversations/c1`.
        package var summary: String
    }

    package var file: String
    package var name: String
    /// The rules file that the suite names, relative to the suite.
    package var rules: String?
    /// The time of all requests; nil for the current time.
    package var now: Timestamp?
    /// The data to store before each case.
    package var given: [Item]
    package var cases: [Case]

    /// Keeps only the cases whose name, or the suite's, contains a text.
    package func filtered(_ text: String) -> CaseSuite {
        var suite = self
        if !name.contains(text) { suite.cases.removeAll { !$0.name.contains(text) } }
        return suite
    }
}

/// Who sends a request.
package enum SuiteIdentity: Sendable, Hashable {
    case nobody
    /// Rules do not apply.
    case admin
    case user(uid: String, claims: [String: ClaimValue])
}

/// The expected decision.
package enum SuiteExpectation: Sendable, Equatable {
    case allowed
    /// With a text that the denial must contain.
    case denied(containing: String?)
}
