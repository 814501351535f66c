import TestSupport
import Testing

@testable import ReceiptWorker

/// An outbox on a disk that fails at each step of its life in turn.
@Suite("An outbox on a bad disk")
struct OutboxDiskTests {
    /// The steps of a life without faults, of which few or all are tried.
    private func steps(few: Int) async throws -> [Int] {
        var trial = try DiskTrial(nil)
        await trial.run()
        #expect(try await trial.failures(seed: 0) == [])
        let all = Array(1...trial.steps)
        if SystemEnvironment.isEveryDiskStepTried { return all }
        // Another share of the steps for each run would not be the same run again.
        return stride(from: 0, to: all.count, by: max(all.count / few, 1)).map { all[$0] }
    }

    private func expectNothingLost(
        _ fault: FaultyDisk.Fault, few: Int, seeds: Range<UInt64> = 0..<1
    ) async throws {
        var count = 0
        for step in try await steps(few: few) {
            for seed in seeds {
                var trial = try DiskTrial((fault, step))
                await trial.run()
                let failures = try await trial.failures(seed: seed &* 7919 &+ UInt64(step))
                #expect(failures == [], "\(fault) at step \(step), seed \(seed)")
                count += 1
            }
        }
        print("\(fault): \(count) lives of an outbox")
    }

    @Test func `killed at any step, it loses and invents nothing`() async throws {
        try await expectNothingLost(.killed, few: 60)
    }

    @Test func `when the power fails at any step, what it has acknowledged is there`() async throws {
        try await expectNothingLost(
            .losesPower, few: 60, seeds: SystemEnvironment.isEveryDiskStepTried ? 0..<8 : 0..<2)
    }

    @Test(arguments: [1, 3, 1_000_000])
    func `when steps fail, it says so, and goes on when they succeed`(length: Int) async throws {
        try await expectNothingLost(.fails(length: length), few: 25)
    }

    @Test(arguments: [1, 40, 1_000_000])
    func `on a full disk it says so, and goes on when there is space`(length: Int) async throws {
        try await expectNothingLost(.isFull(length: length), few: 25)
    }

    @Test
    func `on a disk that only says it has synchronized, a power failure may lose receipts, but invents none`()
        async throws
    {
        for step in try await steps(few: 60) {
            var trial = try DiskTrial((.losesPower, step), lies: true)
            await trial.run()
            // It may be damaged too, which it says.
            let failures = (try? await trial.failures(seed: UInt64(step))) ?? []
            #expect(failures.filter(\.isInvention) == [], "step \(step)")
        }
    }
}
