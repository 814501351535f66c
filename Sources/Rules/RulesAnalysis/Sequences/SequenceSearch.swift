import FirestoreModel
import FirestoreRules

/// Searches for some requests in a row, all of them allowed, of which the last one breaks a claim.
///
/// It steers the request that is not allowed yet. What that changes in a document of an earlier request is written by the earlier one.
struct SequenceSearch: Sendable {
    /// How many rounds of steering a sequence gets.
    private static let rounds = 16

    private let rules: AnalysedRules
    private let claims: AnalysedRules
    private let steps: [SequenceStep]
    private let goals: [(statement: PlannedStatement, method: RulesMethod)]
    private let generator: ScenarioGenerator
    private var random: SeededRandom
    /// The requests decided so far.
    private(set) var requests = 0
    /// Whether all requests of a sequence were allowed.
    private(set) var hasReachedAllowed = false

    init(_ claims: AnalysedRules, after steps: [SequenceStep], on rules: AnalysedRules, seed: UInt64) {
        self.rules = rules
        self.claims = claims
        self.steps = steps
        goals = claims.statements.flatMap { statement in statement.methods.all.map { (statement, $0) } }
        generator = ScenarioGenerator(vocabulary: RulesVocabulary([claims, rules].map(\.syntax)))
        random = SeededRandom(seed: seed)
    }

    /// Tries one sequence.
    ///
    /// - Returns: A sequence that breaks a claim.
    mutating func advance() -> RequestSequence? {
        guard let goal = random.pick(goals), var sequence = sequence(goal.statement, goal.method) else {
            return nil
        }
        let choice = TestChoice(&random, changed: [])
        for _ in 0..<SequenceSearch.rounds {
            let traces = sequence.requests.indices.map { trace(sequence.scenario($0), by: rules) }
            let denied = traces.indices.filter { !traces[$0].isAllowed }
            let last = sequence.last
            let claim = trace(last, by: claims)
            if denied.isEmpty, sequence.isPossible {
                hasReachedAllowed = true
                if !claim.isAllowed { return sequence }
            }
            // The last request may have to change even while an earlier one is denied.
            let index = random.oneIn(4) ? traces.count - 1 : random.pick(denied) ?? traces.count - 1
            var steering = Steering(
                sequence.scenario(index), generator.vocabulary, random, alternatives: choice)
            if index == traces.count - 1 {
                steering.contradict([claim, traces[index]], by: choice)
            } else if let attempt = steering.random.pick(traces[index].attempts) {
                steering.steer(attempt.condition, to: true, attempt.scope)
            }
            random = steering.random
            if random.oneIn(6) { generator.change(&steering.scenario, &random) }
            sequence.absorb(steering.scenario, at: index)
        }
        return nil
    }

    private mutating func trace(_ scenario: Scenario, by rules: AnalysedRules) -> ScenarioTrace {
        requests += 1
        return ScenarioTrace(PreparedScenario(scenario), scenario.request, by: rules)
    }

    /// Requests for the paths of the steps and of a statement of the claim.
    private mutating func sequence(
        _ statement: PlannedStatement, _ method: RulesMethod
    ) -> RequestSequence? {
        guard let last = generator.scenario(for: statement, method, &random) else { return nil }
        let captures = ConditionScope.Frame(last.request, statement).captures
        let ids = captures.mapValues { last.request.document.segments[$0] }
        var sequence = RequestSequence(world: World(), requests: [])
        let isByOne = random.oneIn(2)
        for step in steps {
            guard let document = step.document(ids, &random), let method = random.pick(step.methods) else {
                return nil
            }
            let user =
                isByOne ? last.request.user : AnalysedRequest.User(uid: generator.vocabulary.user(&random))
            sequence.requests.append(
                AnalysedRequest(
                    method, document, by: user, at: RulesVocabulary.now,
                    data: last.world[document] ?? last.request.data))
        }
        sequence.requests.append(last.request)
        sequence.settle()
        return sequence
    }
}
