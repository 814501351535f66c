import CurlHTTP
import FirestoreClient
import FirestoreEmulator
import Foundation
import HTTPTransport
import HTTPTypes
import Subprocess
import Synchronization
import TestSupport
import Testing

/// A worker that is killed repeatedly while events arrive: in the end, Firestore contains exactly the events it has acknowledged.
///
/// `WORKER_CRASHES` sets how often, `WORKER_CRASHES_SEED` when.
@Suite("A worker that is killed")
struct CrashTests {
    private static let crashes =
        ProcessInfo.processInfo.environment["WORKER_CRASHES"].flatMap { Int($0) } ?? 8
    private static let seed =
        ProcessInfo.processInfo.environment["WORKER_CRASHES_SEED"].flatMap { UInt64($0) } ?? 1

    /// What was sent, and which part was acknowledged: users by message.
    private struct Sent: Sendable {
        var all: [String: Set<String>] = [:]
        var acknowledged: [String: Set<String>] = [:]
    }

    @Test(arguments: [["--admin"], []], [seed])
    func `every acknowledged event is in Firestore exactly once, and none is invented`(
        options: [String], seed: UInt64
    ) async throws {
        let emulator = Emulator()
        let users = (0..<5).map { "u\($0)" }
        let messages = (0..<200).map { "m\($0)" }
        let admin = try Firestore(
            FirestoreSettings(
                projectID: "demo-crash", endpoint: .emulator(host: "127.0.0.1", port: 1),
                credentials: .emulatorAdmin),
            transport: emulator.transport)
        try await admin.document("conversations/c").setData(["participants": ["alice"] + users])
        for message in messages {
            try await admin.document("conversations/c/messages/\(message)").setData(TestChat.message())
        }
        let folder = try TemporaryFolder()
        let sent = Mutex(Sent())
        var generator = SeededGenerator(seed: seed)
        let rounds = (0..<Self.crashes).map { _ in generator.next() }
        try await emulator.serving() { port in
            let environment = [
                "FIRESTORE_EMULATOR_HOST": "127.0.0.1:\(port)", "GCLOUD_PROJECT": "demo-crash",
            ]
            let worker = ["worker", "--outbox", "\(folder.path)/outbox", "--flush-interval", "5"] + options
            for round in rounds {
                let status = try await BuiltCommand.run(
                    worker + ["--listen", "127.0.0.1:0"], until: "ready http", environment: environment,
                    signal: .kill
                ) { line in
                    let address = try #require(line.split(separator: "//").last.map(String.init))
                    await stream(to: address, users, messages, seed: round, sent)
                }
                #expect(status == 128 + 9)
            }
            let last = try await BuiltCommand.run(worker + ["--drain"], environment: environment)
            #expect(last.status == 0, "\(last.err)")
        }
        let result = sent.withLock { $0 }
        #expect(!result.acknowledged.isEmpty)
        for message in messages {
            let document = try await admin.document("conversations/c/messages/\(message)").getDocument()
            let readers = document.data()?["readBy"] as? [String] ?? []
            #expect(Set(readers).count == readers.count, "\(message), seed \(seed)")
            #expect(
                Set(readers).isSuperset(of: result.acknowledged[message, default: []]),
                "\(message), seed \(seed)")
            #expect(Set(readers).isSubset(of: result.all[message, default: []]), "\(message), seed \(seed)")
        }
    }

    /// Sends events until a number of requests, chosen by the seed, is acknowledged; others are still in flight then.
    private func stream(
        to address: String, _ users: [String], _ messages: [String], seed: UInt64,
        _ sent: borrowing Mutex<Sent>
    ) async {
        var generator = SeededGenerator(seed: seed)
        let client = HTTPClient()
        let count = generator.int(0...12)
        for _ in 0..<count {
            let events = (0..<generator.int(1...20)).map { _ in
                (users[generator.int(0...users.count - 1)], messages[generator.int(0...messages.count - 1)])
            }
            let body = events.map {
                #"{"kind":"read","conversation":"c","message":"\#($0.1)","user":"\#($0.0)"}"#
            }.joined(separator: "\n")
            sent.withLock { sent in
                for (user, message) in events { sent.all[message, default: []].insert(user) }
            }
            let request = HTTPRequest(
                method: .post, scheme: "http", authority: address, path: "/v1/receipts",
                headerFields: [.contentType: "application/x-ndjson"])
            guard let response = try? await client.send(request, body: Array(body.utf8)),
                response.head.status == .accepted
            else { continue }
            sent.withLock { sent in
                for (user, message) in events { sent.acknowledged[message, default: []].insert(user) }
            }
        }
        await client.shutdown()
    }
}
