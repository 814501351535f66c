import Foundation
import RealtimeDatabase

/// What the Realtime Database's emulator takes for receipts: `receipts emulator exec --database-port 0 -- RealtimeRoundTrips`.
@main
struct Main: Sendable {
    private let database: Database

    private init() throws {
        guard let endpoint = try DatabaseEndpoint.emulator(environment: ProcessInfo.processInfo.environment)
        else {
            throw DatabaseMissing()
        }
        database = try Database(
            DatabaseSettings(
                projectID: "demo-receipts", endpoint: endpoint, credentials: .emulatorAdmin))
    }

    static func main() async throws {
        let main = try Main()
        try await main.report("PATCH that marks 100 messages, among 10,000, under rules", runs: 41) {
            try await main.markingTime(run: $0)
        }
        try await main.report("from a change to the event in an open stream", runs: 101) {
            try await main.eventTime(run: $0)
        }
        try await main.reportStreams(count: 1000)
    }

    // MARK: Marking

    /// One update of a hundred receipts as the user whose they are.
    private func markingTime(run: Int) async throws -> Duration {
        let conversation = "marking-\(run % 4)"
        if run < 4 { try await makeConversation(conversation, messages: 10_000) }
        let bob = try database.acting(as: .emulatorUser(uid: "bob"))
        var values: [String: DatabaseValue] = [:]
        for number in 0..<100 {
            values["m\(10_000 + (run / 4) * 100 + number)/readBy/bob"] = ServerValue.timestamp()
        }
        let messages = bob.reference(withPath: "messages/\(conversation)")
        return try await ContinuousClock().measure { try await messages.updateChildValues(values) }
    }

    private func makeConversation(_ id: String, messages: Int) async throws {
        try await database.reference(withPath: "conversations/\(id)/members").setValue(
            ["alice": true, "bob": true])
        var values: [String: DatabaseValue] = [:]
        for number in 0..<messages {
            values["m\(10_000 + number)"] = [
                "senderID": "alice", "text": "Message \(number)",
                "serverTimestamp": .number(Double(number)),
            ]
        }
        try await database.reference(withPath: "messages/\(id)").setValue(.object(values))
    }

    // MARK: Streams

    private func eventTime(run: Int) async throws -> Duration {
        let place = database.reference(withPath: "events/e\(run)")
        var changes = place.changes().makeAsyncIterator()
        _ = try await changes.next()
        let start = ContinuousClock.now
        async let written: Void = place.child("readBy/bob").setValue(ServerValue.timestamp())
        _ = try await changes.next()
        let time = ContinuousClock.now - start
        try await written
        return time
    }

    /// Opens streams, and tells what the emulator's memory grows by.
    private func reportStreams(count: Int) async throws {
        let before = ServerMemory.kilobytes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (opened, continuation) = AsyncStream.makeStream(of: Void.self)
            for number in 0..<count {
                let place = database.reference(withPath: "streams/s\(number)")
                group.addTask {
                    for try await _ in place.changes() { continuation.yield() }
                }
            }
            var waiting = opened.makeAsyncIterator()
            for _ in 0..<count { await waiting.next() }
            if let before, let after = ServerMemory.kilobytes() {
                let grown = Double(after - before) / 1024
                print(
                    "memory of \(count) open streams: \(grown.formatted(.number.precision(.fractionLength(1)))) MB"
                )
            } else {
                print("memory of \(count) open streams: not known here")
            }
            // Everybody is told of a change, wherever they are.
            let start = ContinuousClock.now
            var values: [String: DatabaseValue] = [:]
            for number in 0..<count { values["s\(number)"] = 1 }
            try await database.reference(withPath: "streams").updateChildValues(values)
            for _ in 0..<count { await waiting.next() }
            print("one change to all of them has arrived after \(text(ContinuousClock.now - start))")
            group.cancelAll()
            while !group.isEmpty { _ = await group.nextResult() }
        }
    }

    // MARK: Reporting

    private func report(
        _ what: String, runs: Int, _ measure: @Sendable (Int) async throws -> Duration
    ) async throws {
        var times: [Duration] = []
        for run in 0..<runs { times.append(try await measure(run)) }
        times.sort()
        print("\(what): \(text(times[times.count / 2])), at most \(text(times[times.count - 1]))")
    }

    private func text(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        return "\(milliseconds.formatted(.number.precision(.fractionLength(2)))) ms"
    }
}

/// There is no emulator to measure.
struct DatabaseMissing: Error, CustomStringConvertible {
    var description: String {
        "FIREBASE_DATABASE_EMULATOR_HOST names no emulator: run this by receipts emulator exec --database-port 0 --"
    }
}
