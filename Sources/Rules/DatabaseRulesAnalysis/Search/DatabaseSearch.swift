import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Searches for requests that one set of rules allows and another one, or a claim, does not.
///
/// It makes scenarios from what the rules speak of, and steers them: towards being allowed, towards the other outcome of each condition.
/// What reaches a new outcome is kept, and changed further. The same seed makes the same search.
struct DatabaseSearch: Sendable {
    /// A rule whose outcome is to decide.
    struct Goal: Sendable {
        let side: SearchSide
        let statement: RuleStatement
    }

    /// A scenario that is decided differently, and the side that allows it.
    struct Hit: Sendable {
        let scenario: DatabaseScenario
        let allowedBy: SearchSide
    }

    /// How many changes of one scenario are tried before the next one.
    private static let brood = 64
    /// How many rounds of steering a new scenario gets.
    private static let rounds = 10

    /// The old rules or a claim, then the new rules.
    let judges: [any DatabaseJudge]
    let goals: [Goal]
    /// Whether only what the new side allows is searched for.
    private let isLoosening: Bool
    /// Whether the old side is a claim.
    private let isClaim: Bool
    let generator: DatabaseGenerator
    private let changed: Set<Int>
    private var random: SeededRandom
    private(set) var corpus: SearchCorpus<DatabaseScenario>
    /// The requests decided so far.
    private(set) var requests = 0
    private var turn = 0
    /// What to look at before anything else, the first one last.
    private var seeds: [DatabaseScenario] = []

    init(
        _ judges: [any DatabaseJudge], goals: [Goal], isLoosening: Bool = false, isClaim: Bool = false,
        seed: UInt64
    ) {
        self.judges = judges
        self.goals = goals
        self.isLoosening = isLoosening
        self.isClaim = isClaim
        let rulesets = judges.flatMap(\.rulesets)
        generator = DatabaseGenerator(vocabulary: DatabaseVocabulary(rulesets), roots: rulesets.map(\.root))
        changed = ChangedConditions(goals.map(\.statement)).identities
        random = SeededRandom(seed: seed)
        corpus = SearchCorpus(goals: goals.count)
    }

    /// Adds scenarios that the search looks at first, and goes on from.
    mutating func sow(_ scenarios: [DatabaseScenario]) { seeds = scenarios.reversed() + seeds }

    /// Goes on for some dozens of requests.
    ///
    /// - Returns: What was found, in the order of finding.
    mutating func advance() -> [Hit] {
        guard !goals.isEmpty else { return [] }
        if let seed = seeds.popLast() {
            return goals.indices.compactMap { examine(seed, for: $0).hit }.prefix(1).map(\.self)
        }
        let goal = turn % goals.count
        turn += 1
        let isPoor = corpus.isPoor(goal)
        // What nothing allows breaks no claim.
        if isClaim, isPoor, goals[goal].side == .new { return climb(goal) }
        // A claim has many tests, and what is allowed already breaks none of them.
        if isClaim ? !random.oneIn(isPoor ? 2 : 3) : random.oneIn(isPoor ? 2 : 3) { return aim(goal) }
        if isPoor || random.oneIn(8) { return climb(goal) }
        guard let parent = corpus.parent(of: goal, &random) else { return climb(goal) }
        return breed(parent, for: goal)
    }

    private mutating func fresh(_ goal: Int) -> DatabaseScenario {
        let judge = judges[isClaim ? 1 : goals[goal].side.rawValue]
        return generator.scenario(
            for: goals[goal].statement, under: judge.rulesets[0].root,
            isAround: isClaim && goals[goal].side == .old, &random)
    }

    /// Steers a new scenario until it is allowed.
    private mutating func climb(_ goal: Int) -> [Hit] {
        let side = isClaim ? SearchSide.new : goals[goal].side
        var scenario = fresh(goal)
        var hits: [Hit] = []
        for _ in 0..<DatabaseSearch.rounds {
            let (traces, hit) = examine(scenario, for: goal)
            if let hit { hits.append(hit) }
            let trace = traces[side.rawValue]
            if trace.isAllowed { break }
            var steering = DatabaseSteering(scenario, generator.vocabulary, random)
            steering.allow(trace, by: nil)
            take(&scenario, from: steering)
        }
        return hits
    }

    /// Steers a scenario until its decision depends on one test, rather one that changed.
    private mutating func aim(_ goal: Int) -> [Hit] {
        let parent = random.oneIn(2) ? corpus.parent(of: goal, &random) : nil
        var scenario = parent ?? fresh(goal)
        let choice = OperandChoice(&random, changed: changed)
        let truth = random.oneIn(2)
        var hits: [Hit] = []
        for _ in 0..<DatabaseSearch.rounds {
            let (traces, hit) = examine(scenario, for: goal)
            if let hit { hits.append(hit) }
            var steering = DatabaseSteering(scenario, generator.vocabulary, random, choice: choice)
            if isClaim {
                steering.contradict(traces, by: choice)
            } else {
                separate(traces, for: goals[goal], to: truth, by: choice, &steering)
            }
            take(&scenario, from: steering)
        }
        return hits
    }

    private mutating func take(_ scenario: inout DatabaseScenario, from steering: DatabaseSteering) {
        random = steering.random
        scenario = steering.scenario
        if random.oneIn(6) { generator.change(&scenario, &random) }
    }

    /// Makes the decision depend on one test of a rule: no other rule grants, and all other data is valid.
    private func separate(
        _ traces: [RulesTrace], for goal: Goal, to truth: Bool, by choice: OperandChoice,
        _ steering: inout DatabaseSteering
    ) {
        let own = traces[goal.side.rawValue].attempts.filter { $0.statement.id == goal.statement.id }
        let isOwnFirst = steering.random.oneIn(2)
        func isolate() {
            for attempt in own.prefix(2) {
                steering.isolate(attempt.statement.condition, to: truth, RuleScope(attempt), by: choice)
            }
        }
        if isOwnFirst { isolate() }
        for (side, trace) in traces.enumerated() {
            func isLeft(_ attempt: RulesTrace.Attempt) -> Bool {
                goals.contains { $0.side.rawValue == side && $0.statement.id == attempt.statement.id }
            }
            if goal.statement.kind == .validate {
                steering.allow(trace, by: choice, leaving: isLeft)
            } else {
                steering.shut(trace, leaving: isLeft)
            }
        }
        if !isOwnFirst { isolate() }
    }

    /// Changes a scenario in several ways.
    private mutating func breed(_ parent: DatabaseScenario, for goal: Int) -> [Hit] {
        let (traces, hit) = examine(parent, for: goal)
        var hits = hit.map { [$0] } ?? []
        let attempts = traces.flatMap(\.attempts)
        let tests = attempts.flatMap { attempt in
            attempt.statement.condition.tests.map { (attempt: attempt, test: $0) }
        }
        for _ in 0..<DatabaseSearch.brood {
            var child = parent
            for _ in 0..<(random.oneIn(3) ? 2 : 1) { change(&child, tests, attempts) }
            requests += 1
            let request = child.request
            let verdicts = judges.map { $0.isAllowed(child, request) }
            if verdicts[0] != verdicts[1] {
                if let hit = examine(child, for: goal).hit { hits.append(hit) }
            } else if verdicts[0] && !traces[0].isAllowed || random.oneIn(16) {
                _ = examine(child, for: goal)
            }
        }
        return hits
    }

    private mutating func change(
        _ scenario: inout DatabaseScenario, _ tests: [(attempt: RulesTrace.Attempt, test: RuleExpression)],
        _ attempts: [RulesTrace.Attempt]
    ) {
        let turn = random.below(10)
        guard turn < 8, let (attempt, test) = random.pick(tests), let any = random.pick(attempts) else {
            return generator.change(&scenario, &random)
        }
        var steering = DatabaseSteering(scenario, generator.vocabulary, random)
        let (scope, truth) = (RuleScope(attempt), RuleScope(attempt).truth(of: test))
        switch turn {
        case 0...4: steering.steer(test, to: truth != true, scope)
        case 5...6: steering.force(test, to: truth ?? true, scope)
        default: steering.steer(any.statement.condition, to: !any.holds, RuleScope(any))
        }
        random = steering.random
        scenario = steering.scenario
    }

    /// Decides with the values of all conditions, and keeps a scenario that shows something new.
    private mutating func examine(
        _ scenario: DatabaseScenario, for goal: Int
    ) -> (traces: [RulesTrace], hit: Hit?) {
        requests += 1
        let traces = judges.map { $0.trace(scenario) }
        corpus.add(scenario, isAllowed: traces.contains(where: \.isAllowed), for: goal) { body in
            for (side, trace) in traces.enumerated() {
                judges[side].forEachOutcome(of: trace) { body(side, $0) }
            }
        }
        for side in SearchSide.allCases where side == .new || !(isLoosening || isClaim) {
            if traces[side.rawValue].isAllowed, !traces[side.other.rawValue].isAllowed {
                return (traces, Hit(scenario: scenario, allowedBy: side))
            }
        }
        return (traces, nil)
    }
}

extension RuleExpression {
    /// The innermost conditions: what `&&`, `||`, `!` and `?` lead to.
    var tests: [RuleExpression] {
        switch kind {
        case .logical(_, let operands): operands.flatMap(\.tests)
        case .not(let operand): operand.tests
        case .conditional(let test, let first, let second): test.tests + first.tests + second.tests
        case _: isConstant ? [] : [self]
        }
    }
}
