import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// A rule that grants reads or writes, in which holes are looked for, with requests that it allows.
struct DatabaseHoleSubject: Sendable {
    let rules: AnalysedDatabaseRules
    let statement: RuleStatement
    let vocabulary: DatabaseVocabulary
    /// Requests for one path that the rule grants and all rules allow, the smallest first.
    let allowed: [DatabaseScenario]

    var isWrite: Bool { statement.kind == .write }

    /// The texts of the rules.
    var literals: [String] { vocabulary.strings + vocabulary.keys }

    /// Whether the rules allow a request, and this one grants it.
    func isAllowed(_ scenario: DatabaseScenario) -> Bool {
        guard scenario.isWrite == isWrite else { return false }
        let decision = rules.rules.decide(scenario.request, isTraced: true)
        return decision.isAllowed && decision.granting(0) == statement.id
    }

    /// How many requests one finding may take to make it smaller.
    private static let patience = 1500

    /// The smallest of some requests that is allowed and for which something holds.
    ///
    /// - Parameter candidates: Made from the allowed ones.
    func smallest(
        _ candidates: some Sequence<DatabaseScenario>, where holds: (DatabaseScenario) -> Bool
    ) -> DatabaseScenario? {
        guard let found = candidates.first(where: { holds($0) && isAllowed($0) }) else { return nil }
        return smaller(found) { holds($0) && isAllowed($0) }
    }

    func smaller(_ scenario: DatabaseScenario, where holds: (DatabaseScenario) -> Bool) -> DatabaseScenario {
        Shrinker.smallest(
            scenario, limit: DatabaseHoleSubject.patience,
            among: SmallerDatabaseScenarios(named: Set(vocabulary.keys)).all(of:), where: holds)
    }

    /// A hole at the rule, or at another one.
    func hole(
        _ kind: HoleKind, _ severity: HoleSeverity, _ message: String, _ scenario: DatabaseScenario,
        at other: RuleStatement? = nil, contrast: DatabaseHole.Contrast? = nil
    ) -> DatabaseHole {
        let place = other ?? statement
        return DatabaseHole(
            kind: kind, severity: severity, message: message,
            range: place.range(of: place.condition, in: rules.rules.lines), request: shown(scenario),
            contrast: contrast)
    }

    func shown(_ scenario: DatabaseScenario) -> DatabaseHole.Shown {
        DatabaseHole.Shown(scenario: scenario, explanation: rules.rules.explain(scenario.request))
    }
}

extension DatabaseScenario {
    /// The same request by somebody who is not signed in.
    var byNobody: DatabaseScenario {
        var copy = self
        copy.user = nil
        return copy
    }

    /// The same request by a user without claims whom nothing names.
    ///
    /// - Parameter literals: The texts of the rules.
    func byStranger(besides literals: [String]) -> DatabaseScenario {
        var copy = self
        let name = (DatabaseVocabulary.users + ["dave", "erin", "frank"]).first {
            !literals.contains($0) && !mentions($0)
        }
        copy.user = User(uid: name ?? "mallory")
        return copy
    }

    /// Whether the request is from a user without claims whom nothing names.
    func isByStranger(besides literals: [String]) -> Bool {
        guard let user else { return false }
        return user.claims.isEmpty && !literals.contains(user.uid) && !mentions(user.uid)
    }

    /// Whether a user's id occurs in the data, in the path or in the query. What a request writes does not count.
    func mentions(_ uid: String) -> Bool {
        if root.mentions(uid) || paths.contains(where: { $0.keys.contains(DataKey(uid)) }) { return true }
        guard case .read(_, let query?) = operation else { return false }
        return [query.start, query.end].contains { $0?.value == .string(uid) }
    }

    /// The only path of the request.
    var path: DatabasePath { paths.first ?? .root }

    /// Whether the request does something to data that is there, or adds some.
    var hasTarget: Bool { isWrite ? after != root : !root.value(at: path).isNull }

    /// Whether the request overwrites or deletes data that is there.
    var harms: Bool { isWrite && !root.value(at: path).isNull && after != root }

    /// Whether the data could be anything: nothing of it is asked for.
    var isUnconditional: Bool {
        var rest = root
        rest.set(.null, at: path)
        return rest.isNull && !root.value(at: path).hasChildren
    }

    /// The same request where nothing is stored but a value at its path.
    var emptied: DatabaseScenario {
        var copy = self
        copy.root = .null
        copy.root.set(.boolean(true), at: path)
        return copy
    }

    /// The delete of what is stored at the path.
    var deleting: DatabaseScenario {
        var copy = self
        copy.operation = .write([DatabaseUpdate.Entry(path, .null)])
        if copy.root.value(at: path).isNull { copy.root.set(.boolean(true), at: path) }
        return copy
    }
}

extension DataNode {
    /// Whether a text, or a key, is this one.
    func mentions(_ text: String) -> Bool {
        switch self {
        case .string(let own): own == text
        case .object(let children): children.contains { $0.key.string == text || $0.value.mentions(text) }
        case .prioritized(let value, _): value.mentions(text)
        case .null, .boolean, .number: false
        }
    }
}
