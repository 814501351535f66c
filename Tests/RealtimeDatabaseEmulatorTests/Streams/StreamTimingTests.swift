import CoreValues
import EmulatorAccess
import HTTPTypes
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@Suite("What time brings to a stream", .timeLimit(.minutes(1)))
struct StreamTimingTests {
    private let sleepClock = ManualClock()
    private let clock = StandingClock()

    private var database: TestDatabase {
        TestDatabase(
            DatabaseEmulatorConfiguration(
                clock: EmulatorClock { [clock] in clock.now }, sleepClock: sleepClock))
    }

    private func advance(by seconds: Int64) async {
        await sleepClock.untilAsleep(1)
        clock.advance(by: seconds)
        sleepClock.advance(by: .seconds(seconds))
    }

    @Test func `a stream gives a sign of life every thirty seconds`() async throws {
        let stream = try await database.open("/a.json")
        _ = try await stream.next()
        for _ in 1...3 {
            await advance(by: 29)
            await advance(by: 1)
            #expect(try await stream.next() == "keep-alive null")
        }
    }

    @Test func `a stream ends with its token`() async throws {
        let token = token("{\"sub\":\"bob\",\"exp\":\(clock.now.seconds + 40)}")
        let stream = try await database.open("/a.json?auth=\(token)")
        _ = try await stream.next()
        await advance(by: 30)
        #expect(try await stream.next() == "keep-alive null")
        await advance(by: 10)
        #expect(try await stream.next() == #"auth_revoked "Auth token is expired""#)
        #expect(try await stream.next() == nil)
    }

    @Test func `nothing is sent after the token ends`() async throws {
        let database = database
        let token = token("{\"sub\":\"bob\",\"exp\":\(clock.now.seconds + 10)}")
        let stream = try await database.open("/a.json?auth=\(token)")
        await advance(by: 10)
        var writes = 0
        while database.emulator.streamCount(namespace: "demo-default-rtdb") > 0 {
            // Nobody takes the events meanwhile: more would end the stream for its lag.
            if writes < 500 { try await database.put("/a.json", #"{".sv": {"increment": 1}}"#) }
            writes += 1
            await Task.yield()
        }
        var last: String?
        while let event = try await stream.next() { last = event }
        #expect(last == #"auth_revoked "Auth token is expired""#)
    }

    @Test func `nobody sleeps for a stream that has ended`() async throws {
        let database = database
        do {
            let stream = try await database.open("/a.json")
            _ = try await stream.next()
            await sleepClock.untilAsleep(1)
        }
        while sleepClock.sleeperCount > 0 { await Task.yield() }
    }
}
