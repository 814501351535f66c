import TestSupport
import Testing

/// Random conversations with both emulators, in which no answer may differ but as Documentation/Differences.md says.
@Suite("Both emulators, asked at random")
struct DifferentialTests {
    private static let length = 40

    @Test(
        .enabled(
            if: SystemEnvironment.emulatorHost != nil,
            "there is nothing to compare with: FIRESTORE_EMULATOR_HOST does not name Google's emulator"))
    func `they answer alike`() async throws {
        let comparison = Comparison(address: try #require(SystemEnvironment.emulatorHost))
        let first = SystemEnvironment.differentialSeed
        let count = (SystemEnvironment.differentialRequests + Self.length - 1) / Self.length
        for seed in first..<first + UInt64(count) {
            let requests = ExchangeGenerator.conversation(seed: seed, count: Self.length)
            guard let first = try await comparison.difference(in: requests) else { continue }
            if first.googles == .missing {
                // To wait again and again would take too long.
                Issue.record("seed \(seed), where Google's does not answer:\n\(first.ofLastRequest)")
                continue
            }
            var shrinker = Shrinker { requests in
                ((try? await comparison.difference(in: requests)) ?? nil) != nil
            }
            let smallest = await shrinker.shrunk(Array(first.requests))
            let difference = try await comparison.difference(in: smallest)
            Issue.record("seed \(seed):\n\(difference.map { "\($0)" } ?? "only once: \(requests)")")
        }
        print("Both emulators were asked \(count * Self.length) times, with seeds from \(first)")
    }
}
