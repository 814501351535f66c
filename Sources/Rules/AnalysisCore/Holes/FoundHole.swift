package import RulesCore

/// A known kind of hole in rules, or a sign of one, as it was found.
package struct FoundHole<Scenario: ReportedScenario>: Sendable {
    package typealias Severity = HoleSeverity

    package let kind: HoleKind
    package let severity: Severity
    /// What is wrong, in one sentence without a full stop.
    package let message: String
    /// The condition, or the statement.
    package let range: SourceRange?
    /// A request that shows it, and how the rules decide it; nil for what shows without one.
    package let request: Shown?
    /// A second request that belongs to it: what `create` refuses, what was denied before.
    package let contrast: Contrast?

    /// A request and the decision on it.
    package struct Shown: Sendable {
        package let scenario: Scenario
        package let explanation: Explanation

        package init(scenario: Scenario, explanation: Explanation) {
            self.scenario = scenario
            self.explanation = explanation
        }
    }

    /// A request with what it has to do with the other one.
    package struct Contrast: Sendable {
        /// Such as `but create is denied`.
        package let title: String
        package let shown: Shown

        package init(title: String, shown: Shown) {
            self.title = title
            self.shown = shown
        }
    }

    package init(
        kind: HoleKind, severity: HoleSeverity, message: String, range: SourceRange?, request: Shown?,
        contrast: Contrast?
    ) {
        self.kind = kind
        self.severity = severity
        self.message = message
        self.range = range
        self.request = request
        self.contrast = contrast
    }
}

/// How much a hole matters.
package enum HoleSeverity: String, Sendable, Comparable, CaseIterable {
    /// Data of others can be read, changed or deleted.
    case error
    /// Probably not what was meant.
    case warning
    /// Worth knowing.
    case note

    package static func < (left: HoleSeverity, right: HoleSeverity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .error: 2
        case .warning: 1
        case .note: 0
        }
    }
}
