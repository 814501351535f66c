package import RulesCore

/// The outcome of one case.
package struct CaseResult: Sendable {
    package var suite: String
    package var file: String
    package var line: Int?
    package var name: String
    /// Why the case failed; nil if it passed.
    package var failure: CaseFailure?
    /// How long it took.
    package var duration: Duration

    package init(
        suite: String, file: String, line: Int? = nil, name: String, failure: CaseFailure? = nil,
        duration: Duration = .zero
    ) {
        self.suite = suite
        self.file = file
        self.line = line
        self.name = name
        self.failure = failure
        self.duration = duration
    }
}

/// The step that did not go as expected.
package struct CaseFailure: Sendable, Equatable {
    /// The request in words; nil if it is the whole case.
    package var step: String?
    package var line: Int?
    package var expected: String
    package var actual: String
    /// The message of the denial, or of the server.
    package var message: String?
    /// How the rules decided, down to the expressions; nil if unknown.
    package var explanation: String?
    /// The same in parts; nil if unknown.
    package var decision: Explanation?

    package init(
        step: String? = nil, line: Int? = nil, expected: String, actual: String, message: String? = nil,
        explanation: String? = nil
    ) {
        self.step = step
        self.line = line
        self.expected = expected
        self.actual = actual
        self.message = message
        self.explanation = explanation
    }
}
