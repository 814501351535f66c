import Testing

@Suite("Generated rules")
struct RuleGeneratorTests {
    @Test func `a seed always makes the same rules and requests`() {
        #expect(RuleCase.random(seed: 3, count: 30) == RuleCase.random(seed: 3, count: 30))
        #expect(RuleCase.random(seed: 3, count: 30) != RuleCase.random(seed: 4, count: 30))
        #expect(RuleCase.random(seed: 3, count: 30).requests.count == 31)
    }

    @Test func `all that rules are made of turns up`() {
        let texts = (0..<200).map { RuleGenerator.file(seed: $0).text }
        for word in [
            "rules_version = '1'", "rules_version = '2'", "function ", "let ", "=**}", "{path=**}/sub",
            "allow read;", "exists(", "existsAfter(", "get(", "getAfter(", ".diff(", "affectedKeys",
            "hasOnly",
            "hasAny", "matches", " in ", " is ", " ? ", "&&", "||", "!(", "request.time", "timestamp.date",
            "duration.value", "request.query", "request.auth.token", "request.resource.data",
            "resource == null",
            "$(", ".size()", "toSet()", "undefined", ".get('n', 0)", "[4]",
        ] {
            #expect(texts.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test func `all kinds of requests turn up, by all people`() {
        let requests = (0..<40).flatMap { RuleRequestGenerator.requests(seed: $0, count: 30) }
        #expect(Set(requests.map(\.authorization)).count == 4)
        let texts = requests.map { $0.target + $0.bodyText }
        for word in [
            ":commit", ":runQuery", ":batchGet", ":beginTransaction", ":rollback", ":runAggregationQuery",
            "documentId=", "updateMask", "pageSize=", "allDescendants", "REQUEST_TIME", "appendMissing",
            "verify",
            "\"exists\":true", ".transaction}}", "ARRAY_CONTAINS_ANY", "\"OR\"", "__name__", "limit",
            "offset",
        ] {
            #expect(texts.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test func `what is simpler is shorter`() {
        for seed in 0..<20 as Range<UInt64> {
            let rules = RuleGenerator.file(seed: seed)
            #expect(!rules.simplerOnes.isEmpty)
            for simpler in rules.simplerOnes { #expect(simpler.text.utf8.count < rules.text.utf8.count) }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a fault in one condition leaves that condition`(seed: UInt64) async {
        var start = RuleCase.random(seed: seed, count: 30)
        let planted: RuleTerm = "\("request.auth.uid" as RuleTerm) == \("planted" as RuleTerm)"
        start.rules.blocks[0].blocks[0].allows.append(
            RulesFile.Allow(methods: ["read", "write"], condition: "(\(planted) && \("x" as RuleTerm))"))
        var shrinker = RuleCaseShrinker { $0.rules.text.contains("planted") && !$0.requests.isEmpty }
        let smallest = await shrinker.shrunk(start)
        #expect(smallest.requests.count == 1)
        #expect(smallest.rules.blocks.count == 1)
        #expect(smallest.rules.text.contains("if planted;"))
        #expect(!smallest.rules.text.contains("function"))
    }
}
