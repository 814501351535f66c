import Synchronization
import TestSupport
import Testing

@testable import HTTPServing

@Suite("Calm moments, at which memory is given back", .timeLimit(.minutes(1)))
struct CalmMomentsTests {
    /// How often memory was given back.
    private final class Given: Sendable {
        let times = Atomic(0)
    }

    @Test func `a moment is calm once nothing has happened for a while, and only once`() {
        var moments = CalmMoments()
        let activity = [0, 0, 3, 7, 7, 7, 8, 8, 8, 8]
        #expect(activity.map { moments.take($0) } == [0, 0, 0, 0, 1, 0, 0, 1, 0, 0].map { $0 == 1 })
    }

    @Test func `memory is given back after requests, and not again before there are others`() async {
        let (clock, keeper) = (ManualClock(), MemoryKeeper())
        let given = Given()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await keeper.run(on: clock) { given.times.wrappingAdd(1, ordering: .relaxed) } }
            for round in 1...3 {
                for _ in 0..<10 { keeper.note() }
                for _ in 0..<4 {
                    await clock.untilAsleep(1)
                    clock.advance(by: CalmMoments.interval)
                }
                await clock.untilAsleep(1)
                #expect(given.times.load(ordering: .relaxed) == round)
            }
            group.cancelAll()
        }
    }

    @Test func `the process tells how much memory it has`() throws {
        #if os(Linux) && canImport(Glibc)
            let before = try #require(ProcessMemory.current)
            #expect(before.resident > 1 << 20 && before.allocated > 0 && before.kept >= 0)
            let large = [UInt8](repeating: 1, count: 64 << 20)
            let after = try #require(ProcessMemory.current)
            // Other tests allocate and free meanwhile, but not as much.
            #expect(after.allocated - before.allocated > 32 << 20)
            withExtendedLifetime(large) {}
            ProcessMemory.giveBack()
        #endif
    }
}
