public import FirestoreModel
public import FirestoreRules

/// The decision of security rules on one request.
public struct RuleDecision: Sendable {
    /// What the explanation is made from.
    enum Content: Sendable {
        case decided(DecidedRequest, PlannedRules)
        case explained(Explanation, PlannedRules)
    }

    /// Counts the decisions of a project, from 1.
    public let number: Int
    /// The project's id.
    public let project: String
    /// When the request was made.
    public let time: Timestamp
    /// Whether the request was allowed.
    public let isAllowed: Bool
    /// Whether it was an automatic read, such as a page's polling, marked by the header `X-Rules-Log: background`. Denials and
    /// writes never are.
    public let isBackground: Bool
    let content: Content

    /// Why the rules decided so. Each access repeats the decision, with the rules and documents of its time.
    public var explanation: Explanation {
        switch content {
        case .decided(let decided, let rules): decided.explanation(by: rules)
        case .explained(let explanation, _): explanation
        }
    }

    /// The explanation for people, with the lines of the rules that decided.
    public var text: String {
        switch content {
        case .decided(_, let rules), .explained(_, let rules):
            explanation.text(quoting: rules.source)
        }
    }
}

extension Emulator {
    /// The latest decisions of a project's security rules, the oldest first. Administrators' requests are not decided by rules.
    ///
    /// ``EmulatorConfiguration/rememberedDecisions`` limits their number.
    ///
    /// - Parameter project: The project's id.
    public func recentDecisions(project: String) -> [RuleDecision] {
        front.core.rules.recentDecisions(project: project)
    }
}
