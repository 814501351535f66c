import AnalysisCore
import JSONText
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
    /// - Returns: nil for a request that suites cannot send: one by a user without an id.
    package init?(_ request: DatabaseRequest, isAllowed: Bool, rules: DatabaseRuleset) {
        guard var scenario = DatabaseScenario(request) else { return nil }
        scenario.user?.leaveOutUsualClaims()
        self.scenario = RelevantData(of: scenario, to: rules).scenario
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
    /// So many parts of the data are tried at most.
    private static let mostAttempts = 1000

    private(set) var scenario: DatabaseScenario
    private let rules: DatabaseRuleset
    private let reasons: [String]
    private var attempts = 0

    init(of scenario: DatabaseScenario, to rules: DatabaseRuleset) {
        self.scenario = scenario
        self.rules = rules
        reasons = RelevantData.reasons(scenario, rules)
        leaveOut(.root)
    }

    /// Leaves out a node, or as much below it as is of no account.
    private mutating func leaveOut(_ path: DatabasePath) {
        let node = scenario.root.value(at: path)
        guard !node.isNull, attempts < RelevantData.mostAttempts else { return }
        attempts += 1
        var without = scenario
        without.root.set(.null, at: path)
        if RelevantData.reasons(without, rules) == reasons {
            scenario = without
            return
        }
        for (key, _) in node.children { leaveOut(path.appending(key)) }
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
    /// The outcome, but for the data below a place.
    fileprivate var word: String {
        switch self {
        case .failure: "failure"
        case .value(.null): "null"
        case .value(.boolean(let truth)): "\(truth)"
        case .value(.number(let number)): "\(number)"
        case .value(.string(let text)): JSON.string(text).compactText
        case .value(.data), .value(.claims), .value(.snapshot), .value(.query): "something"
        }
    }
}
