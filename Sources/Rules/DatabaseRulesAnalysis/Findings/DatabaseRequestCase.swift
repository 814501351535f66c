import AnalysisCore
import PrintableText
import RealtimeDatabaseModel
package import RealtimeDatabaseRules

/// A request that was sent to a Realtime Database, as a case of a suite that expects the same decision.
package struct DatabaseRequestCase: Sendable {
    private let scenario: DatabaseScenario
    private let isAllowed: Bool

    /// - Parameters:
    ///   - request: The request, with the data before it.
    ///   - isAllowed: What the rules decided.
    ///   - rules: The rules; of the data, the case has what they look at.
    ///   - attempts: How often parts of the data are left out to see whether they matter. What is not tried stays.
    /// - Returns: nil for a request that suites cannot send: one by a user without an id.
    package init?(_ request: DatabaseRequest, isAllowed: Bool, rules: DatabaseRuleset, attempts: Int = 1000) {
        guard var scenario = DatabaseScenario(request) else { return nil }
        scenario.user?.leaveOutUsualClaims()
        self.scenario = RelevantData(of: scenario, to: rules, attempts: attempts).scenario
        self.isAllowed = isAllowed
    }

    /// Who may or may not do what: `bob may not update rooms/a`.
    package var name: String {
        let step = DatabaseStep(of: scenario.operation)
        let place = step.path.isRoot ? "the whole database" : step.path.withoutSlash.printable(limit: 120)
        let user = scenario.user?.uid.printable(limit: 60) ?? "nobody"
        return "\(user) \(isAllowed ? "may" : "may not") \(step.method) \(place)"
    }

    /// The case as an element of the list of cases, in YAML.
    package var text: String { SuiteText.lines(of: scenario.suiteCase(name, isAllowed: isAllowed)) }
}

extension DatabaseScenario.User {
    /// Claims that every token has, and suites make by themselves.
    private static var usual: [DataKey] { ["iss", "aud", "iat", "exp", "auth_time"] }

    fileprivate mutating func leaveOutUsualClaims() {
        for name in Self.usual { claims[name] = nil }
        if claims["firebase"]?["sign_in_provider"] == .string("custom") { claims["firebase"] = nil }
    }
}

/// The part of the data without which rules would decide otherwise, or for other reasons.
private struct RelevantData {
    private(set) var scenario: DatabaseScenario
    private let rules: DatabaseRuleset
    private let reasons: [String]
    private var attempts: Int

    init(of scenario: DatabaseScenario, to rules: DatabaseRuleset, attempts: Int) {
        self.scenario = scenario
        self.rules = rules
        self.attempts = attempts
        reasons = RelevantData.reasons(scenario, rules)
        leaveOut([.root])
    }

    /// Leaves out nodes if that makes no difference, or else some of them, or as much below one as makes none.
    private mutating func leaveOut(_ nodes: ArraySlice<DatabasePath>) {
        guard let first = nodes.first, attempts > 0 else { return }
        attempts -= 1
        var without = scenario
        for node in nodes { without.root.set(.null, at: node) }
        if RelevantData.reasons(without, rules) == reasons {
            scenario = without
        } else if nodes.count == 1 {
            leaveOut(scenario.root.value(at: first).children.map { first.appending($0.key) }[...])
        } else {
            let half = nodes.count / 2
            leaveOut(nodes.prefix(half))
            leaveOut(nodes.dropFirst(half))
        }
    }

    /// What became of each rule and each of its expressions.
    private static func reasons(_ scenario: DatabaseScenario, _ rules: DatabaseRuleset) -> [String] {
        RulesTrace(scenario, by: rules).attempts.map { attempt in
            "\(attempt.statement.id) \(attempt.path) "
                + attempt.trace.map { $0?.word ?? "-" }.joined(separator: " ")
        }
    }
}

extension Outcome {
    /// The kind of outcome: data that matters is null without itself, or decides a condition.
    fileprivate var word: String {
        switch self {
        case .failure: "failure"
        case .value(.null): "null"
        case .value(.boolean(let truth)): "\(truth)"
        case .value: "something"
        }
    }
}
