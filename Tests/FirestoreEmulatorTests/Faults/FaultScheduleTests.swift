import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Which calls meet a fault")
struct FaultScheduleTests {
    private static let commit = ServiceMethod.single(.commit)
    private static let runQuery = ServiceMethod.single(.runQuery)

    private func schedule(_ faults: String, seed: UInt64 = 1) throws -> FaultSchedule {
        FaultSchedule(try EmulatorFaults(json: #"{"seed": \#(seed), "faults": [\#(faults)]}"#))
    }

    @Test func `a fault concerns its methods, so many times`() throws {
        var schedule = try schedule(#"{"methods": ["Commit"], "times": 2, "status": "ABORTED"}"#)
        let met = [Self.runQuery, Self.commit, Self.commit, Self.commit].map {
            schedule.next($0)?.status?.code
        }
        #expect(met == [nil, .aborted, .aborted, nil])
        #expect(schedule.applied == [2])
    }

    @Test func `of two failures the first happens, and times of delays add up`() throws {
        var schedule = try schedule(
            #"""
            {"times": 1, "status": "ABORTED"}, {"times": 1, "status": "INTERNAL"}, {"latency": "1s"},
            {"latency": "0.5s", "methods": ["Commit"]}
            """#)
        let met = [Self.commit, Self.commit, Self.runQuery].map { schedule.next($0) }
        #expect(met.map(\.?.status?.code) == [.aborted, .internal, nil])
        #expect(met.map(\.?.latency) == [.milliseconds(1500), .milliseconds(1500), .seconds(1)])
        #expect(schedule.applied == [1, 1, 3, 2])
    }

    @Test(arguments: SeededGenerator.seeds(3))
    func `a share of the calls meets the fault, the same ones for a seed`(seed: UInt64) throws {
        let run = { () throws -> [Bool] in
            var schedule = try schedule(#"{"share": 0.3, "status": "ABORTED"}"#, seed: seed)
            return (0..<10_000).map { _ in schedule.next(Self.commit) != nil }
        }
        let first = try run()
        #expect(try run() == first, "seed \(seed)")
        #expect((2800...3200).contains(first.count { $0 }), "seed \(seed)")
    }

    @Test(arguments: SeededGenerator.seeds(3))
    func `a delay is within its range`(seed: UInt64) throws {
        var schedule = try schedule(#"{"latency": {"from": "0.1s", "to": "0.3s"}}"#, seed: seed)
        let delays = (0..<1000).compactMap { _ in schedule.next(Self.commit)?.latency }
        #expect(
            delays.allSatisfy { (.milliseconds(100) ... .milliseconds(300)).contains($0) }, "seed \(seed)")
        #expect(Set(delays).count > 900, "seed \(seed)")
    }

    @Test func `only streams are cut, and only listeners get wrong counts`() throws {
        var schedule = try schedule(#"{"cutAfter": 3}, {"times": 1, "wrongCount": true}"#)
        let cuts = [Self.commit, .write, .listen].map { schedule.next($0)?.cut }
        #expect(cuts == [nil, 3, 3])
        let counts = (0..<2).map { _ in schedule.nextWrongCount() }
        #expect(counts == [true, false])
    }
}
