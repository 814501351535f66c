import FirestoreModel
import FirestoreRules

/// Searches for requests that one set of rules allows and another one denies.
///
/// It makes scenarios from what the rules speak of, and steers them: towards being allowed, towards the other outcome of each condition.
/// What reaches a new outcome is kept, and changed further. The same seed makes the same search.
struct DifferenceSearch: Sendable {
    /// A statement to reach, and how.
    struct Goal: Sendable {
        let side: Side
        let statement: PlannedStatement
        let method: RulesMethod
    }

    typealias Side = SearchSide

    /// A scenario that is decided differently.
    struct Hit: Sendable {
        let scenario: Scenario
        /// The rules that allow it, and the number of their statement.
        let allowedBy: Side
        let statement: Int
    }

    /// How many changes of one scenario are tried before the next one.
    private static let brood = 64
    /// How many rounds of steering a new scenario gets.
    private static let rounds = 10

    /// What the rules are to each other.
    enum Question: Sendable {
        /// Two versions, each of which may be the one that allows.
        case comparison
        /// Two versions, of which the new one may allow more.
        case loosening
        /// A claim, and the rules that may allow although it does not hold.
        case claim
    }

    let rules: [AnalysedRules]
    let goals: [Goal]
    private let question: Question
    private let generator: ScenarioGenerator
    private let changed: ChangedExpressions
    private var random: SeededRandom
    private(set) var corpus: SearchCorpus<Scenario>
    /// The requests decided so far.
    private(set) var requests = 0
    private var turn = 0
    /// The latest user, and how rules see it.
    private var user: AnalysedRequest.User?
    private var auth: RulesAuth?
    /// What to look at before anything else, the first one last.
    private var seeds: [Scenario] = []

    /// - Parameters:
    ///   - rules: The old ones, then the new ones.
    ///   - goals: The statements that may decide differently.
    init(_ rules: [AnalysedRules], goals: [Goal], question: Question, seed: UInt64) {
        self.rules = rules
        self.goals = goals
        self.question = question
        generator = ScenarioGenerator(vocabulary: RulesVocabulary(rules.map(\.syntax)))
        changed = ChangedExpressions(rules)
        random = SeededRandom(seed: seed)
        corpus = SearchCorpus(goals: goals.count)
    }

    /// Goes on for some dozens of requests.
    ///
    /// - Returns: What was found, in the order of finding.
    mutating func advance() -> [Hit] {
        guard !goals.isEmpty else { return [] }
        if let seed = seeds.popLast() { return examine(seed: seed) }
        let goal = turn % goals.count
        turn += 1
        let isPoor = corpus.isPoor(goal)
        // A claim has many tests, and what is allowed already breaks none of them.
        let isAimed = question == .claim ? !random.oneIn(isPoor ? 2 : 3) : random.oneIn(isPoor ? 2 : 4)
        if isAimed { return aim(goal) }
        if isPoor || random.oneIn(8) { return climb(goal) }
        guard let parent = corpus.parent(of: goal, &random) else { return climb(goal) }
        return breed(parent, for: goal)
    }

    // MARK: Seeds

    /// Adds scenarios to go on from.
    mutating func sow(_ scenarios: [Scenario]) { seeds = scenarios.reversed() + seeds }

    private mutating func examine(seed: Scenario) -> [Hit] {
        var hits: [Hit] = []
        for (index, goal) in goals.enumerated()
        where goal.method == seed.request.method && goal.statement.fits(seed.request.document) {
            if let hit = examine(seed, for: index).hit { hits.append(hit) }
        }
        return hits
    }

    // MARK: New scenarios

    /// Steers a new scenario until it is allowed.
    private mutating func climb(_ goal: Int) -> [Hit] {
        let (side, method) = (goals[goal].side, goals[goal].method)
        guard var scenario = generator.scenario(for: goals[goal].statement, method, &random) else {
            return []
        }
        var hits: [Hit] = []
        for _ in 0..<DifferenceSearch.rounds {
            let (traces, hit) = examine(scenario, for: goal)
            if let hit { hits.append(hit) }
            let trace = traces[side.rawValue]
            if trace.isAllowed { break }
            let attempts = trace.attempts
            let own = attempts.filter {
                rules[side.rawValue].statements[$0.statement].isSame(as: goals[goal].statement)
            }
            guard let attempt = random.pick(own.isEmpty ? attempts : own) else { break }
            scenario = steered(scenario, attempt.condition, to: true, attempt.scope)
            if random.oneIn(6) { generator.change(&scenario, &random) }
        }
        return hits
    }

    /// Steers a scenario until its decision depends on one test, rather one that changed.
    private mutating func aim(_ goal: Int) -> [Hit] {
        let (side, statement, method) = (goals[goal].side, goals[goal].statement, goals[goal].method)
        let parent = random.oneIn(2) ? corpus.parent(of: goal, &random) : nil
        guard var scenario = parent ?? generator.scenario(for: statement, method, &random) else { return [] }
        let choice = TestChoice(&random, changed: changed.numbers[side.rawValue])
        let truth = random.oneIn(2)
        var hits: [Hit] = []
        for _ in 0..<DifferenceSearch.rounds {
            let (traces, hit) = examine(scenario, for: goal)
            if let hit { hits.append(hit) }
            var steering = Steering(scenario, generator.vocabulary, random, alternatives: choice)
            switch question {
            case .comparison, .loosening: separate(traces, for: goals[goal], to: truth, by: choice, &steering)
            case .claim: steering.contradict(traces, by: choice)
            }
            random = steering.random
            steering.scenario.settle()
            scenario = steering.scenario
            if random.oneIn(6) { generator.change(&scenario, &random) }
        }
        return hits
    }

    /// Makes the decision depend on one test of a statement: all other statements are made to deny.
    private func separate(
        _ traces: [ScenarioTrace], for goal: Goal, to truth: Bool, by choice: TestChoice,
        _ steering: inout Steering
    ) {
        for (side, trace) in traces.enumerated() {
            func isOwn(_ statement: Int) -> Bool {
                side == goal.side.rawValue && rules[side].statements[statement].isSame(as: goal.statement)
            }
            for attempt in trace.attempts(where: {
                isOwn($0) || !isGoal(rules[side].statements[$0], of: side)
            }) {
                if isOwn(attempt.statement) {
                    steering.isolate(attempt.condition, to: truth, attempt.scope, by: choice)
                } else {
                    steering.steer(attempt.condition, to: false, attempt.scope)
                }
            }
        }
    }

    private func isGoal(_ statement: PlannedStatement, of side: Int) -> Bool {
        goals.contains { $0.side.rawValue == side && $0.statement.isSame(as: statement) }
    }

    // MARK: Changed scenarios

    /// Changes a scenario in several ways.
    private mutating func breed(_ parent: Scenario, for goal: Int) -> [Hit] {
        let (traces, hit) = examine(parent, for: goal)
        var hits = hit.map { [$0] } ?? []
        let attempts = traces.flatMap(\.attempts)
        let tests = attempts.flatMap { ScenarioTrace.tests(in: $0) }
        for _ in 0..<DifferenceSearch.brood {
            var child = parent
            for _ in 0..<(random.oneIn(3) ? 2 : 1) { change(&child, tests, attempts) }
            let verdicts = decide(child)
            if verdicts.old != verdicts.new {
                if let hit = examine(child, for: goal).hit { hits.append(hit) }
            } else if verdicts.old && !traces[0].isAllowed || random.oneIn(16) {
                _ = examine(child, for: goal)
            }
        }
        return hits
    }

    private mutating func change(
        _ scenario: inout Scenario, _ tests: [ScenarioTrace.Test], _ attempts: [ScenarioTrace.Attempt]
    ) {
        switch random.below(10) {
        case 0...4:
            guard let test = random.pick(tests) else { return generator.change(&scenario, &random) }
            let truth = test.expression.truth.map { !$0 } ?? true
            scenario = steered(scenario, test.expression, to: truth, test.scope)
        case 5...6:
            guard let test = random.pick(tests) else { return generator.change(&scenario, &random) }
            scenario = nudged(scenario, test)
        case 7:
            guard let attempt = random.pick(attempts) else { return generator.change(&scenario, &random) }
            scenario = steered(
                scenario, attempt.condition, to: attempt.condition.truth != true, attempt.scope)
        default: generator.change(&scenario, &random)
        }
    }

    private mutating func steered(
        _ scenario: Scenario, _ condition: EvaluatedExpression, to truth: Bool, _ scope: ConditionScope
    ) -> Scenario {
        var steering = Steering(scenario, generator.vocabulary, random)
        steering.steer(condition, to: truth, scope)
        random = steering.random
        steering.scenario.settle()
        return steering.scenario
    }

    /// Makes a test come out as it did, by other values: at a bound, by another element.
    private mutating func nudged(_ scenario: Scenario, _ test: ScenarioTrace.Test) -> Scenario {
        var steering = Steering(scenario, generator.vocabulary, random)
        steering.nudge(test.expression, test.scope)
        random = steering.random
        steering.scenario.settle()
        return steering.scenario
    }

    // MARK: Decisions

    private mutating func decide(_ scenario: Scenario) -> (old: Bool, new: Bool) {
        requests += 1
        let prepared = prepared(scenario)
        return (prepared.isAllowed(by: rules[0].plan), prepared.isAllowed(by: rules[1].plan))
    }

    private mutating func prepared(_ scenario: Scenario) -> PreparedScenario {
        // Most requests are by the user of the one before.
        if scenario.request.user != user {
            user = scenario.request.user
            auth = user?.auth
        }
        return PreparedScenario(scenario, auth: auth)
    }

    /// Decides with the values of all conditions, and keeps a scenario that shows something new.
    private mutating func examine(
        _ scenario: Scenario, for goal: Int
    ) -> (traces: [ScenarioTrace], hit: Hit?) {
        requests += 1
        let prepared = prepared(scenario)
        let traces = rules.map { ScenarioTrace(prepared, scenario.request, by: $0) }
        corpus.add(scenario, isAllowed: traces.contains(where: \.isAllowed), for: goal) { body in
            for (side, trace) in traces.enumerated() { trace.forEachOutcome { body(side, $0) } }
        }
        for side in Side.allCases where side == .new || question == .comparison {
            let trace = traces[side.rawValue]
            guard trace.isAllowed, !traces[side.other.rawValue].isAllowed else { continue }
            let statement = trace.allowing ?? 0
            return (traces, Hit(scenario: scenario, allowedBy: side, statement: statement))
        }
        return (traces, nil)
    }
}

extension PlannedStatement {
    fileprivate func isSame(as other: PlannedStatement) -> Bool {
        block == other.block && index == other.index
    }
}
