import JSONText
import TestSupport
import Testing

/// Random broken rules, put to both emulators: both take them, or both refuse them for the same first mistake.
@Suite("Broken rules on both emulators, at random")
struct BrokenRulesTests {
    @Test(
        .enabled(
            if: SystemEnvironment.emulatorHost != nil,
            "FIRESTORE_EMULATOR_HOST does not name Google's emulator"
        ))
    func `they refuse alike`() async throws {
        var googles = try Conversation(withGoogles: try #require(SystemEnvironment.emulatorHost))
        var ours = Conversation()
        let first = SystemEnvironment.rulesDifferentialSeed
        let count = SystemEnvironment.rulesDifferentialRequests / 2
        var (refused, alike) = (0, 0)
        for seed in first..<first + UInt64(count) {
            let source = try BrokenRules.source(seed: seed)
            let request = RuleStory.upload(source)
            try await ours.ask(request)
            try await googles.ask(request)
            let (mine, theirs) = (try #require(ours.answers.last), try #require(googles.answers.last))
            // `rules-crashes`
            if theirs.status.hasPrefix("500") || theirs == .missing { continue }
            let refusals = (mine.refusal, theirs.refusal)
            guard let own = refusals.0, let other = refusals.1 else {
                #expect(
                    refusals.0 == nil && refusals.1 == nil, "seed \(seed):\n\(source)\n\(mine)\n\(theirs)")
                continue
            }
            refused += 1
            if own.issues.first?.place == other.issues.first?.place { alike += 1 }
            #expect(own.isAlike(other), "seed \(seed):\n\(source)\n\(mine.body)\n\(theirs.body)")
        }
        print(
            "Both emulators refused \(refused) of \(count) broken rules, \(alike) with the same place first")
        #expect(refused >= 200 || count < 300)
    }

    @Test(arguments: SeededGenerator.seeds(100))
    func `broken rules are taken, or refused with a place`(seed: UInt64) async throws {
        var ours = Conversation()
        try await ours.ask(RuleStory.upload(try BrokenRules.source(seed: seed)))
        let answer = try #require(ours.answers.last)
        let isTaken = answer.status.hasPrefix("200")
        #expect(isTaken || answer.refusal?.issues.isEmpty == false, "\(answer)")
    }
}

extension ExchangeAnswer {
    fileprivate var refusal: RulesRejection? {
        JSON.sorted(body)?["error"]?["message"]?.string.flatMap { RulesRejection(message: $0) }
    }
}
