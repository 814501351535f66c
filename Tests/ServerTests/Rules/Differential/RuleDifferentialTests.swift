import TestSupport
import Testing

/// Random rules and random requests by various people, put to both emulators: neither an answer nor the coverage may differ but as
/// Documentation/Differences.md says.
@Suite("Rules on both emulators, at random")
struct RuleDifferentialTests {
    private static let length = 30

    @Test(
        .enabled(
            if: SystemEnvironment.emulatorHost != nil,
            "FIRESTORE_EMULATOR_HOST does not name Google's emulator"
        ))
    func `they decide alike`() async throws {
        let comparison = Comparison(address: try #require(SystemEnvironment.emulatorHost))
        let first = SystemEnvironment.rulesDifferentialSeed
        let count = (SystemEnvironment.rulesDifferentialRequests + Self.length - 1) / Self.length
        var differences = 0
        for seed in first..<first + UInt64(count) {
            let start = RuleCase.random(seed: seed, count: Self.length)
            guard let found = try await comparison.difference(in: start.conversation) else { continue }
            differences += 1
            // What differs in the issues of the rules shall not become a difference in decisions, nor the other way round.
            let isAboutIssues = found.requests.count == 1
            var shrinker = RuleCaseShrinker { candidate in
                let difference = (try? await comparison.difference(in: candidate.conversation)) ?? nil
                guard let difference else { return false }
                return (difference.requests.count == 1) == isAboutIssues
            }
            let smallest = await shrinker.shrunk(start)
            let difference = try await comparison.difference(in: smallest.conversation) ?? found
            Issue.record("seed \(seed):\n\(smallest.rules.text)\(difference)")
        }
        print(
            "Both emulators were asked \(count * Self.length) times about \(count) random rules, seeds from \(first)"
        )
    }
}
