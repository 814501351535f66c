import CurlHTTP
import FirestoreClient
import Foundation
import ReadReceipts

/// How long receipts take on their way over a server: `receipts emulator exec -- ReceiptRoundTrips`.
@main
struct Main: Sendable {
    private let http = HTTPClient()
    private let admin: Firestore

    private init() throws {
        admin = try Main.firestore(.emulatorAdmin, http)
    }

    static func main() async throws {
        let main = try Main()
        try await main.report("marking 100 messages read on an open chat", runs: 15) {
            try await main.markingTime(messages: 100, run: $0)
        }
        try await main.report("marking 1,000 messages read", runs: 9) {
            try await main.markingTime(messages: 1000, run: $0)
        }
        try await main.report(
            "from opening the chat to the sender's 100 receipts, polling each 100 ms", runs: 15
        ) {
            try await main.endToEndTime(run: $0)
        }
        try await main.reportDelays()
        try await main.report("details in a group of 500, nobody's name known", runs: 15) {
            try await main.detailsTime(run: $0, isKnown: false)
        }
        try await main.report("the same with all names known", runs: 15) {
            try await main.detailsTime(run: $0, isKnown: true)
        }
        try await main.reportManyConversations()
        await main.http.shutdown()
    }

    // MARK: Marking

    private func markingTime(messages: Int, run: Int) async throws -> Duration {
        let id: ConversationID = "mark-\(messages)-\(run)"
        try await makeConversation(id.string, members: ["alice", "bob"], messages: messages)
        let bob = try session("bob")
        return try await ContinuousClock().measure {
            let result = try await bob.markConversationAsRead(conversationID: id)
            precondition(result.marked.count == messages, "\(result)")
        }
    }

    private func endToEndTime(run: Int) async throws -> Duration {
        let id: ConversationID = "end-\(run)"
        try await makeConversation(id.string, members: ["alice", "bob"], messages: 100)
        let (alice, bob) = (try session("alice"), try session("bob"))
        var updates = try alice.listen(
            conversationID: id, options: ListenerOptions(interval: .milliseconds(100))
        ).makeAsyncIterator()
        _ = try await updates.next()
        // Not in step with the polls.
        try await Task.sleep(for: .milliseconds(Int.random(in: 0..<100)))
        let clock = ContinuousClock()
        let start = clock.now
        async let marked = bob.markConversationAsRead(conversationID: id)
        var read = 0
        while read < 100, let group = try await updates.next() {
            read += group.count { $0.message.readBy == ["bob"] }
        }
        let time = clock.now - start
        _ = try await marked
        return time
    }

    // MARK: Listening

    private func reportDelays() async throws {
        try await makeConversation("delay", members: ["alice", "bob"], messages: 1)
        let options = ListenerOptions(interval: .milliseconds(100))
        var updates = try session("alice").listen(conversationID: "delay", options: options)
            .makeAsyncIterator()
        _ = try await updates.next()
        let clock = ContinuousClock()
        var delays: [Duration] = []
        for number in 0..<100 {
            // After an event the poll has just been: every moment between two polls has its turn.
            try await Task.sleep(for: .milliseconds(100 + number * 37 % 100))
            try await admin.document("conversations/delay/messages/m0").updateData(["text": "\(number)"])
            let committed = clock.now
            _ = try await updates.next()
            delays.append(clock.now - committed)
        }
        print("delay from a commit to the event, polling each 100 ms: \(mean(delays)) ms on average")
    }

    private func reportManyConversations() async throws {
        let batch = admin.batch()
        for number in 0..<200 {
            batch.setData(
                ["participants": ["watcher", "bob"]],
                forDocument: admin.document("conversations/many-\(number)"))
        }
        try await batch.commit()
        let client = HTTPClient()
        let service = ReceiptService(
            firestore: try Main.firestore(.emulatorUser(uid: "watcher"), client))
        let listener = try ReceiptSession(service: service, userID: "watcher").listenToAllConversations(
            options: ListenerOptions(interval: .seconds(1)))
        let clock = ContinuousClock()
        var updates = listener.makeAsyncIterator()
        let first = try await clock.measure { for _ in 0..<200 { _ = try await updates.next() } }
        // The time of the processor that this process has used, in seconds.
        func used() -> Double { Double(Foundation.clock()) / Double(CLOCKS_PER_SEC) }
        let (before, polls) = (used(), listener.usage.polls)
        try await Task.sleep(for: .seconds(5))
        let load = (used() - before) / 5
        print(
            "200 conversations listened to, each polled once a second: first all there after "
                + "\(milliseconds(first)) ms, then \((listener.usage.polls - polls) / 5) polls a second over "
                + "\(client.connectionsOpened) connections, \(Int((load * 100).rounded())) % of a processor")
        await client.shutdown()
    }

    // MARK: Details

    private func detailsTime(run: Int, isKnown: Bool) async throws -> Duration {
        let crowd = (1..<500).map { "member-\($0)" }
        if run == 0, !isKnown {
            let batch = admin.batch()
            for user in crowd {
                batch.setData(
                    ["displayName": "Name of \(user)"], forDocument: admin.document("users/\(user)"))
            }
            try await batch.commit()
            try await makeConversation(
                "crowd", members: ["alice"] + crowd, messages: 1, readBy: crowd.prefix(250))
        }
        let service = try session("alice").service
        let profiles = UserProfiles(of: service)
        func details() async throws {
            let details = try await service.details(
                of: "m0", conversation: "crowd", user: "alice", profiles: profiles)
            precondition(details.read.count == 250 && details.notRead.count == 249)
        }
        if isKnown { try await details() }
        return try await ContinuousClock().measure { try await details() }
    }

    // MARK: The chat

    private func makeConversation(
        _ id: String, members: [String], messages: Int, readBy: ArraySlice<String> = []
    ) async throws {
        try await admin.document("conversations/\(id)").setData(["participants": members])
        for start in stride(from: 0, to: messages, by: 500) {
            let batch = admin.batch()
            for number in start..<min(start + 500, messages) {
                batch.setData(
                    [
                        "senderId": "alice", "text": "Are you coming tonight? \(number)", "status": "sent",
                        "readBy": Array(readBy), "timestamp": FieldValue.serverTimestamp(),
                    ], forDocument: admin.document("conversations/\(id)/messages/m\(number)"))
            }
            try await batch.commit()
        }
    }

    private func session(_ user: UserID) throws -> ReceiptSession {
        ReceiptSession(
            service: ReceiptService(firestore: try Main.firestore(.emulatorUser(uid: user.string), http)),
            userID: user)
    }

    private static func firestore(_ credentials: Credentials, _ http: HTTPClient) throws -> Firestore {
        guard let address = ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_HOST"] else {
            print("usage: receipts emulator exec -- ReceiptRoundTrips")
            exit(2)
        }
        return try Firestore(
            FirestoreSettings(
                projectID: "demo-bench", endpoint: .emulator(address), credentials: credentials,
                retryPolicy: .never),
            transport: http)
    }

    // MARK: Reporting

    /// Prints the median of some runs.
    private func report(_ name: String, runs: Int, _ time: @Sendable (Int) async throws -> Duration)
        async throws
    {
        var times: [Duration] = []
        for run in 0..<runs { times.append(try await time(run)) }
        print("\(name): \(milliseconds(times.sorted()[times.count / 2])) ms")
    }

    private func mean(_ times: [Duration]) -> Double { milliseconds(times.reduce(.zero, +) / times.count) }

    private func milliseconds(_ time: Duration) -> Double { (time / .milliseconds(1) * 10).rounded() / 10 }
}
