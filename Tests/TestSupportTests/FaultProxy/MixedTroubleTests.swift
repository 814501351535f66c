import FirestoreClient
import Synchronization
import TestSupport
import Testing

/// Many requests of several kinds through an hour of trouble.
@Suite(.timeLimit(.minutes(2)))
struct MixedTroubleTests {
    /// Tries as long as it takes; the waits take no time.
    private static let patience = RetryPolicy(
        maximumAttempts: 10_000, maximumTotalTime: .seconds(100_000))

    @Test(arguments: SeededGenerator.seeds(4))
    func `all receipts of an hour of trouble are there once`(seed: UInt64) async throws {
        let clock = InstantClock()
        let expected = Mutex<[String: Set<String>]>([:])
        try await ProxiedEmulator.serve(.trouble(seed: seed), clock: clock, retryPolicy: Self.patience) {
            emulator in
            var generator = SeededGenerator(seed: seed)
            let client = emulator.client
            for number in 0..<200 {
                let names = generator.list(1...4) { "m\($0.int(0...29))" }
                switch generator.int(0...5) {
                case 0: _ = try await client.document("c/\(names[0])").getDocument()
                case 1: _ = try await client.collection("c").limit(to: 5).getDocuments()
                default:
                    let batch = client.batch()
                    for name in Set(names) {
                        batch.setData(
                            ["readBy": FieldValue.arrayUnion(["u\(number)"])],
                            forDocument: client.document("c/\(name)"), merge: true)
                    }
                    try await batch.commit()
                    expected.withLock { for name in names { $0[name, default: []].insert("u\(number)") } }
                }
                clock.advance(by: .seconds(generator.int(1...30)))
            }
            var found: [String: [String]] = [:]
            for document in try await emulator.direct.collection("c").getDocuments().documents {
                found[document.documentID] = (document.get("readBy") as? [String])?.sorted()
            }
            #expect(found == expected.withLock { $0.mapValues { $0.sorted() } })
            #expect(emulator.proxy.record.trouble > 20, "\(emulator.proxy.record)")
            #expect(clock.now.offset > .seconds(2000))
        }
    }

    @Test(arguments: SeededGenerator.seeds(2))
    func `what cannot be repeated happens at most once, and surely when it was acknowledged`(seed: UInt64)
        async throws
    {
        let plan = FaultPlan(seed: seed, phases: [.flakyNetwork(.seconds(1_000_000))])
        try await ProxiedEmulator.serve(plan, retryPolicy: Self.patience) { emulator in
            // Side by side, so that connections are kept and made in any order.
            async let first = Self.increments(50, emulator)
            async let second = Self.increments(50, emulator)
            let (one, other) = await (first, second)
            let (least, open) = (one.acknowledged + other.acknowledged, one.unknown + other.unknown)
            let stored = try #require(
                try await emulator.direct.document("c/d").getDocument().get("n") as? Int)
            #expect(least + open == 100 && (least...100) ~= stored)
            // Each answer of the server is to one write that has happened, so nothing is counted twice on the way.
            #expect(stored == emulator.proxy.record.answersReceived)
            #expect(stored > least, "some answers were lost: \(emulator.proxy.record)")
        }
    }

    /// Adds one so often, and counts what the client says of it.
    private static func increments(
        _ count: Int, _ emulator: ProxiedEmulator
    ) async -> (acknowledged: Int, unknown: Int) {
        var (acknowledged, unknown) = (0, 0)
        for _ in 0..<count {
            do throws(FirestoreError) {
                try await emulator.client.document("c/d").setData(
                    ["n": FieldValue.increment(1)], merge: true)
                acknowledged += 1
            } catch {
                #expect(error.isOutcomeUnknown, "\(error)")
                unknown += 1
            }
        }
        return (acknowledged, unknown)
    }
}
