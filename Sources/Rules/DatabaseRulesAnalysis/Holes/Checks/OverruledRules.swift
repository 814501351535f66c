import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A rule that allows what a stricter rule below it denies: grants hold for all that is below.
struct OverruledRules {
    let subject: DatabaseHoleSubject
    /// All rules that grant.
    let others: [DatabaseHoleSubject]

    var hole: DatabaseHole? {
        let statement = subject.statement
        let below = others.filter { other in
            other.statement.kind == statement.kind && other.statement.path.count > statement.path.count
                && other.statement.path.starts(with: statement.path)
        }
        for other in below {
            if let hole = hole(above: other) { return hole }
        }
        return nil
    }

    private func hole(above other: DatabaseHoleSubject) -> DatabaseHole? {
        let (statement, literals) = (other.statement, subject.literals)
        let candidates = (other.allowed.prefix(10) + subject.allowed.prefix(30)).lazy.map {
            moved($0, to: statement)
        }
        .flatMap { [$0.byNobody, $0.byStranger(besides: literals)] }
        // Rights that an administrator has everywhere are no hole.
        let found = subject.smallest(candidates) { scenario in
            (scenario.user == nil || scenario.isByStranger(besides: literals)) && scenario.hasTarget
                && denies(statement, scenario)
        }
        guard let found else { return nil }
        let line = statement.line(in: subject.rules.rules)
        return subject.hole(
            .openSubtree, .error,
            "this allows what the \(statement.kind.rawValue) rule of \(statement.pathText) in line \(line) denies: \(found.sentence)",
            found)
    }

    /// The request for a node of another rule, with something stored there.
    private func moved(_ scenario: DatabaseScenario, to statement: RuleStatement) -> DatabaseScenario {
        var copy = scenario
        let own = scenario.path.keys
        let keys = statement.path.enumerated().map { level, name in
            name.hasPrefix("$")
                ? own.indices.contains(level)
                    ? own[level] : DataKey(DatabaseVocabulary.plainKey(for: name) + "1")
                : DataKey(name)
        }
        let path = DatabasePath(keys)
        if copy.root.value(at: path).isNull { copy.root.set(.boolean(true), at: path) }
        switch scenario.operation {
        case .read: copy.operation = .read(path, nil)
        case .write: copy.operation = .write([DatabaseUpdate.Entry(path, .null)])
        }
        return copy
    }

    /// Whether a rule does not hold for the request's node.
    private func denies(_ statement: RuleStatement, _ scenario: DatabaseScenario) -> Bool {
        let path = scenario.path
        guard path.keys.count == statement.path.count,
            zip(statement.path, path.keys).allSatisfy({ $0.hasPrefix("$") || DataKey($0) == $1 })
        else { return false }
        let inspector = RuleInspector(subject.rules.rules, scenario.request)
        return inspector.inspect(statement.id, at: path).outcome.truth != true
    }
}
