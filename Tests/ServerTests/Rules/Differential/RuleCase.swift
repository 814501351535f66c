import HTTPTypes

/// Rules, and requests by various people to a project that has them.
struct RuleCase: Sendable, Equatable {
    var rules: RulesFile
    /// The first puts documents there.
    var requests: [ExchangeRequest]

    static func random(seed: UInt64, count: Int) -> RuleCase {
        RuleCase(
            rules: RuleGenerator.file(seed: seed),
            requests: RuleRequestGenerator.requests(seed: seed, count: count))
    }

    /// Everything that is asked: the rules are set before the requests, and where it is no matter of luck, their coverage is read
    /// after them.
    var conversation: [ExchangeRequest] {
        // The documents to begin with are the administrator's, and have no label.
        let isSettled = !requests.contains { $0.label != nil && $0.isAboutSeveral }
        return [RuleStory.upload(rules.text)] + requests
            + (isSettled ? [RuleStory.rulesRequest(.get, "ruleCoverage")] : [])
    }
}

/// Makes a case small that shows a fault, and keeps the fault: in turns the requests and the rules.
struct RuleCaseShrinker {
    /// True for a case that shows the fault.
    let isFaulty: @Sendable (RuleCase) async -> Bool
    /// How many cases may be tried.
    var attempts = 600

    mutating func shrunk(_ start: RuleCase) async -> RuleCase {
        var best = start
        var goesOn = true
        while goesOn, attempts > 0 {
            let before = best
            best = await withFewerRequests(best)
            best = await withSimplerRules(best)
            goesOn = best != before
        }
        return best
    }

    private mutating func withFewerRequests(_ start: RuleCase) async -> RuleCase {
        let (isFaulty, rules) = (isFaulty, start.rules)
        var shrinker = Shrinker(
            isFaulty: { await isFaulty(RuleCase(rules: rules, requests: $0)) }, attempts: attempts)
        let requests = await shrinker.shrunk(start.requests)
        attempts = shrinker.attempts
        return RuleCase(rules: rules, requests: requests)
    }

    private mutating func withSimplerRules(_ start: RuleCase) async -> RuleCase {
        var best = start
        var helped = true
        while helped, attempts > 0 {
            helped = false
            for rules in best.rules.simplerOnes where attempts > 0 {
                attempts -= 1
                let candidate = RuleCase(rules: rules, requests: best.requests)
                if await isFaulty(candidate) {
                    best = candidate
                    helped = true
                    break
                }
            }
        }
        return best
    }
}
