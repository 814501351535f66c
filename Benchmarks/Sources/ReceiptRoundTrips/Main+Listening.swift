import CurlHTTP
import FirestoreClient
import Foundation
import ReadReceipts

/// What listening takes, pushed and polled.
extension Main {
    func endToEndTime(run: Int, _ method: ListenerOptions.Method) async throws -> Duration {
        let id: ConversationID = "end-\(method)-\(run)"
        try await makeConversation(id.string, members: ["alice", "bob"], messages: 100)
        let (alice, bob) = (try session("alice"), try session("bob"))
        var updates = try alice.listen(
            conversationID: id, options: ListenerOptions(method: method, interval: .milliseconds(100))
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

    func reportDelays(_ method: ListenerOptions.Method) async throws {
        let id: ConversationID = "delay-\(method)"
        try await makeConversation(id.string, members: ["alice", "bob"], messages: 1)
        let options = ListenerOptions(method: method, interval: .milliseconds(100))
        var updates = try session("alice").listen(conversationID: id, options: options).makeAsyncIterator()
        _ = try await updates.next()
        let clock = ContinuousClock()
        var delays: [Duration] = []
        for number in 0..<100 {
            // After an event the poll has just been: every moment between two polls has its turn.
            try await Task.sleep(for: .milliseconds(100 + number * 37 % 100))
            try await admin.document("conversations/\(id)/messages/m0").updateData(["text": "\(number)"])
            let committed = clock.now
            _ = try await updates.next()
            delays.append(clock.now - committed)
        }
        print(
            "delay from a commit to the event, \(method.words) (a poll each 100 ms, where it polls): \(mean(delays)) ms on average"
        )
    }

    /// - Parameters:
    ///   - count: How many conversations there are.
    ///   - messages: How many messages each of them has.
    func reportManyConversations(
        _ count: Int, messages: Int, _ method: ListenerOptions.Method
    ) async throws {
        let watcher: UserID = "watcher-\(method)"
        for number in 0..<count {
            try await makeConversation(
                "many-\(method)-\(number)", members: [watcher.string, "bob"], messages: messages)
        }
        let client = HTTPClient()
        let firestore = try Main.firestore(.emulatorUser(uid: watcher.string), client)
        let session = ReceiptSession(service: ReceiptService(firestore: firestore), userID: watcher)
        let listener = try session.listenToAllConversations(
            options: ListenerOptions(method: method, marksDelivered: false, refreshInterval: nil))
        let clock = ContinuousClock()
        let before = memory()
        var updates = listener.makeAsyncIterator()
        let first = try await clock.measure { for _ in 0..<count { _ = try await updates.next() } }
        try await Task.sleep(for: .seconds(1))
        let held = memory() - before
        // The time of the processor that this process has used, in seconds.
        func used() -> Double { Double(Foundation.clock()) / Double(CLOCKS_PER_SEC) }
        let (usedBefore, readBefore) = (used(), listener.usage.documentsRead)
        try await Task.sleep(for: .seconds(10))
        let load = (used() - usedBefore) / 10
        print(
            "\(count) conversations of \(messages) messages, \(method.words): all there after "
                + "\(milliseconds(first)) ms, \(held / 1_000_000) MB; idle, \(client.connectionsOpened) connections, "
                + "\(listener.usage.documentsRead - readBefore) documents read in 10 s, "
                + "\((load * 10_000).rounded() / 100) % of a processor")
        await client.shutdown()
    }

    /// The memory of this process that is not a file's, in bytes.
    private func memory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
    }
}

extension ListenerOptions.Method {
    /// For reports.
    var words: String {
        switch self {
        case .automatic: "pushed"
        case .polling: "polled"
        }
    }
}
