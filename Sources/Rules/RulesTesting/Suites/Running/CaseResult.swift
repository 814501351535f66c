package import FirestoreRules

/// What became of one case.
package struct CaseResult: Sendable {
    package var suite: String
    package var file: String
    package var line: Int?
    package var name: String
    /// Why the case failed; nil for one that passed.
    package var failure: CaseFailure?
    /// How long it took.
    package var duration: Duration
    /// What the rules decided, step by step; empty on a server that does not tell.
    package var steps: [StepRecord]

    package init(
        suite: String, file: String, line: Int? = nil, name: String, failure: CaseFailure? = nil,
        duration: Duration = .zero, steps: [StepRecord] = []
    ) {
        self.suite = suite
        self.file = file
        self.line = line
        self.name = name
        self.failure = failure
        self.duration = duration
        self.steps = steps
    }
}

/// The step that did not go as expected.
package struct CaseFailure: Sendable, Equatable {
    /// The request in words; nil where the case is nothing else.
    package var step: String?
    package var line: Int?
    package var expected: String
    package var actual: String
    /// The denial's own words, or those of the server.
    package var message: String?
    /// How the rules came to it, with the expressions that decided; nil where that is not known.
    package var explanation: String?

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

/// The decisions of one step.
package struct StepRecord: Sendable {
    package var expectation: SuiteExpectation
    package var decisions: [Decision]
    /// True when more would have been asked, had the last decision been another one.
    package var isPartial: Bool

    /// One decision of the rules.
    package struct Decision: Sendable {
        package var subject: DecisionSubject
        package var denial: Denial?
        package var steps: [RulesDecision.Step]
    }
}

/// What the rules were asked, so that other rules can be asked the same.
package enum DecisionSubject: Sendable {
    case request(RulesRequest, any RulesDataSource & Sendable)
    case given(GivenRequest)

    /// Decides by other rules.
    package func decision(by plan: RulesPlan, isTraced: Bool = false) -> RulesDecision {
        switch self {
        case .request(let request, let source):
            RulesDecision(request, by: plan, source: source, isTraced: isTraced)
        case .given(let request): RulesDecision(request, by: plan, isTraced: isTraced)
        }
    }
}
