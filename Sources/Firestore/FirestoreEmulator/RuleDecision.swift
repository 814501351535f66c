public import FirestoreModel
public import FirestoreRules

/// The decision of security rules on one request.
public struct RuleDecision: Sendable {
    /// What the explanation is made of, when it is asked for.
    enum Content: Sendable {
        case recorded(KeptDecision, RulesPlan, ProjectRules)
        case explained(Explanation, ProjectRules)
    }

    /// Counts the decisions of a project, from 1.
    public let number: Int
    /// The project's id.
    public let project: String
    /// When the request was made.
    public let time: Timestamp
    /// Whether the request was allowed.
    public let isAllowed: Bool
    /// Whether it was a background read, such as a page's polling, which carries the header `X-Rules-Log: background`. Denials and
    /// writes never are.
    public let isBackground: Bool
    let content: Content

    /// Why the rules said so. Worked out anew each time, from what was kept of the decision.
    public var explanation: Explanation {
        switch content {
        case .recorded(let record, let plan, let rules): Explanation(record, by: plan, rules.ruleset.source)
        case .explained(let explanation, _): explanation
        }
    }

    /// The explanation for people, with the lines of the rules that decided.
    public var text: String {
        switch content {
        case .recorded(_, _, let rules), .explained(_, let rules):
            explanation.text(quoting: rules.ruleset.source)
        }
    }
}

extension Emulator {
    /// The latest decisions of a project's security rules, oldest first, including allowed requests but not administrators'.
    ///
    /// ``EmulatorConfiguration/rememberedDecisions`` limits their number.
    ///
    /// - Parameter project: The project's id.
    public func recentDecisions(project: String) -> [RuleDecision] {
        front.core.rules.recentDecisions(project: project)
    }
}
