import FirestoreModel
import FirestoreRules

/// A recursive wildcard that opens what the match blocks of a path deny.
struct OpenSubtree {
    let subject: HoleSubject
    /// Allowed requests of the same method by statements for particular paths.
    let neighbours: [HoleSubject]

    var hole: Hole? {
        guard subject.statement.hasGlob else { return nil }
        for neighbour in neighbours where !neighbour.statement.hasGlob {
            let template = AccessTemplate(
                pattern: neighbour.statement.pattern, segments: neighbour.statement.segments)
            guard template.isReached(by: subject.statement) else { continue }
            let literals = subject.literals
            let candidates = (subject.allowed + neighbour.allowed).lazy.map { template.moving($0) }
                .flatMap { [$0.byNobody, $0.byStranger(besides: literals)] }
            // Rights that an administrator has everywhere are no hole.
            let found = subject.smallest(candidates) { scenario in
                (scenario.request.user == nil || scenario.isByStranger(besides: literals))
                    && scenario.hasTarget && template.matches(scenario.request.document)
                    && denies(neighbour.statement, scenario)
            }
            guard let found else { continue }
            let line = neighbour.statement.syntax.range.start.line
            return subject.hole(
                .openSubtree, .error,
                "the wildcard allows what the match block of \(template.path) in line \(line) denies: \(found.sentence)",
                found)
        }
        return nil
    }

    /// Whether no statement of a block allows a request.
    private func denies(_ statement: PlannedStatement, _ scenario: Scenario) -> Bool {
        let trace = ScenarioTrace(PreparedScenario(scenario), scenario.request, by: subject.rules)
        return trace.allowingStatements.allSatisfy { subject.rules.statements[$0].block != statement.block }
    }
}
