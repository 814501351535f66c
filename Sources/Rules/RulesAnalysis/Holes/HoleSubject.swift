import FirestoreModel
import FirestoreRules
import RulesCore

/// A statement and a method in which holes are looked for, with requests that it allows.
struct HoleSubject: Sendable {
    let rules: AnalysedRules
    /// The number of the statement.
    let number: Int
    let method: RulesMethod
    /// Requests that the statement allows, the smallest first.
    let allowed: [Scenario]
    /// The texts of the rules.
    let literals: Set<String>

    var statement: PlannedStatement { rules.statements[number] }

    /// The fields that conditions for writes to these paths name.
    var fields: [FieldName] {
        let statements = rules.statements.filter { $0.pattern == statement.pattern }
        return Set(statements.flatMap { rules.writtenFields(of: $0) }).sorted().map { FieldName($0) }
    }

    /// The subject with more updates: a search does not change what no condition asks about.
    var withChanges: HoleSubject {
        guard method == .update else { return self }
        let fields = [FieldName.unheardOf] + fields
        let more = allowed.prefix(12).filter { !$0.changesSomething }.flatMap { scenario in
            fields.compactMap { field in
                scenario.world[scenario.request.document]?[field] == nil
                    ? scenario.writing("a", to: field) : nil
            }
        }
        return HoleSubject(
            rules: rules, number: number, method: method, allowed: allowed + more.filter(isAllowed),
            literals: literals)
    }

    /// Whether the rules allow a request of this method by this statement.
    func isAllowed(_ scenario: Scenario) -> Bool {
        guard scenario.request.method == method else { return false }
        let prepared = PreparedScenario(scenario)
        guard prepared.isAllowed(by: rules.plan) else { return false }
        return ScenarioTrace(prepared, scenario.request, by: rules).allowingStatements.contains(number)
    }

    /// The smallest of some requests that is allowed and for which something holds.
    ///
    /// - Parameter candidates: Made from the allowed ones.
    func smallest(
        _ candidates: some Sequence<Scenario>, where holds: (Scenario) -> Bool
    ) -> Scenario? {
        guard let found = candidates.first(where: { holds($0) && isAllowed($0) }) else { return nil }
        return Shrinker.smallest(found, limit: HoleSubject.patience) { holds($0) && isAllowed($0) }
    }

    /// How many requests one finding may take to make it smaller.
    static let patience = 1500

    /// A hole at the statement, or at another place.
    func hole(
        _ kind: HoleKind, _ severity: Hole.Severity, _ message: String, _ scenario: Scenario,
        at place: SourceRange? = nil, contrast: Hole.Contrast? = nil
    ) -> Hole {
        Hole(
            kind: kind, severity: severity, message: message,
            range: place ?? statement.syntax.condition?.range ?? statement.syntax.range,
            request: shown(scenario), contrast: contrast)
    }

    func shown(_ scenario: Scenario) -> Hole.Shown { rules.shown(scenario) }
}

extension AnalysedRules {
    /// A request with the decision on it.
    func shown(_ scenario: Scenario) -> Hole.Shown {
        let prepared = PreparedScenario(scenario)
        return Hole.Shown(
            scenario: scenario,
            explanation: prepared.explanation(prepared.traced(by: traced), by: traced, source))
    }
}

extension Scenario {
    /// Whether an update changes something.
    var changesSomething: Bool {
        request.method != .update || request.data != world[request.document]
    }

    /// The same request about a document that is there, if it reads or deletes one.
    var withTarget: Scenario {
        guard request.method == .get || request.method == .delete, world[request.document] == nil else {
            return self
        }
        var copy = self
        copy.world[request.document] = [:]
        return copy
    }

    /// The same request where nothing is stored but an empty document for it.
    var emptied: Scenario {
        var copy = self
        copy.world =
            request.method == .create || request.method == .list ? World() : World([(request.document, [:])])
        return copy
    }

    /// Whether the request does something to a document that is there.
    var hasTarget: Bool {
        switch request.method {
        case .get, .delete: world[request.document] != nil
        case .update: changesSomething
        case .create, .list: true
        }
    }

    /// Whether the documents could hold anything: nothing of them is asked for.
    var isUnconditional: Bool {
        world.documents.allSatisfy { $0.path == request.document && $0.fields.isEmpty }
            && request.query.tests.isEmpty
    }
}

extension FieldName {
    /// A field that no rules name.
    static let unheardOf: FieldName = "anything"
}
