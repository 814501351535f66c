import FirestoreClient
import FirestoreEmulator
import HTTPTransport
import HTTPTypes
import ReadReceipts
import ReceiptWorker
import Synchronization
import TestSupport
import Testing

/// What the client, the service and the worker promise, while the emulator makes faults on request.
@Suite("Promises under faults", .withoutFaults("it makes its own"), .timeLimit(.minutes(2)))
struct FaultPromisesTests {
    /// Faults that pass, each in a share of the calls.
    static let passing = [
        #"{"share": 0.3, "status": "UNAVAILABLE"}"#,
        #"{"share": 0.3, "status": "UNAVAILABLE", "afterwards": true}"#,
        #"{"share": 0.3, "status": "ABORTED"}"#,
        #"{"share": 0.3, "status": "DEADLINE_EXCEEDED", "afterwards": true}"#,
        #"{"share": 0.3, "status": "INTERNAL", "afterwards": true}"#,
        #"{"share": 0.3, "status": "RESOURCE_EXHAUSTED"}"#,
        #"{"latency": {"from": "0s", "to": "4s"}}"#,
        #"{"latency": "1s"}, {"share": 0.2, "status": "UNAVAILABLE"}, {"share": 0.2, "status": "ABORTED", "afterwards": true}"#,
    ]

    private func server() -> TestServer {
        var configuration = EmulatorConfiguration()
        configuration.sleepClock = PacedClock()
        return TestServer(embedded: configuration)
    }

    private func set(_ faults: String, seed: UInt64, on server: TestServer) async throws {
        let answer = try await server.exchange(
            .put, "/emulator/v1/faults", body: #"{"seed": \#(seed), "faults": [\#(faults)]}"#)
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func clearFaults(of server: TestServer) async throws {
        let faults = try await server.exchange(.get, "/emulator/v1/faults")
        #expect(faults.text.firstMatch(of: /"applied": [1-9]/) != nil, "no fault has happened")
        _ = try await server.exchange(.delete, "/emulator/v1/faults")
    }

    @Test(arguments: passing, ReceiptDestination.Writes.allCases)
    func `a worker loses no event and writes none twice`(
        faults: String, writes: ReceiptDestination.Writes
    ) async throws {
        let server = server()
        let readers: [UserID] = ["bob", "carol", "dave"]
        let chat = try await TestChat(members: ["alice"] + readers, messages: 20, on: server)
        try await set(faults, seed: 11, on: server)
        let time = Mutex<Int64>(1_000_000)
        let now: @Sendable () -> Int64 = { time.withLock { $0 } }
        let clock = InstantClock { _, duration in
            time.withLock { $0 += Int64(duration / .milliseconds(1)) }
        }
        let folder = try TemporaryFolder()
        let outbox = try Outbox(path: "\(folder.path)/outbox", now: now)
        let worker = try ReceiptWorker(
            outbox,
            to: .administrator(
                ReceiptService(firestore: try server.firestore(retryPolicy: .never)), writes: writes),
            clock: clock, now: now)
        for reader in readers {
            try await worker.take(
                (0..<20).map {
                    ReceiptEvent(.read, conversationID: "c1", messageID: "m\($0)", userID: reader)
                })
        }
        await worker.endWhenEmpty()
        try await worker.run()
        try await clearFaults(of: server)
        #expect(try await outbox.statistics() == OutboxStatistics())
        #expect(try await outbox.deadLetters().isEmpty)
        for (id, message) in try await chat.messages() {
            #expect(message.status == .read, "\(id)")
            #expect(message.readBy.sorted() == readers, "\(id)")
        }
    }

    @Test(arguments: ["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"], [false, true])
    func `a marking that fails three times is done once`(status: String, afterwards: Bool) async throws {
        let server = server()
        let chat = try await TestChat(messages: 5, on: server)
        try await set(
            #"{"times": 3, "status": "\#(status)", "afterwards": \#(afterwards)}"#, seed: 1, on: server)
        let bob = try chat.service("bob")
        _ = try await bob.markRead(conversation: chat.id, messageIDs: ["m0", "m1", "m2"], user: "bob")
        try await clearFaults(of: server)
        let messages = try await chat.messages()
        for number in 0..<5 {
            #expect(messages["m\(number)"]?.readBy == (number < 3 ? ["bob"] : []))
        }
    }

    @Test func `a transaction whose commit is aborted counts once`() async throws {
        let server = server()
        let db = try server.firestore()
        let counter = db.document("counters/c")
        try await counter.setData(["n": 0])
        try await set(
            #"{"methods": ["Commit"], "times": 1, "status": "ABORTED"}"#, seed: 1, on: server)
        _ = try await db.runTransaction { transaction in
            let n = try await transaction.getDocument(counter).data()?["n"] as? Int ?? 0
            transaction.updateData(["n": n + 1], forDocument: counter)
        }
        try await clearFaults(of: server)
        #expect(try await counter.getDocument().data()?["n"] as? Int == 1)
    }

    @Test(arguments: [
        #"{"methods": ["Listen"], "cutAfter": 4}"#, #"{"methods": ["Listen"], "share": 0.5, "cutAfter": 2}"#,
        #"{"methods": ["Listen"], "share": 0.5, "status": "UNAVAILABLE"}"#,
        #"{"methods": ["Listen"], "share": 0.5, "status": "INTERNAL", "afterwards": true}, {"cutAfter": 6}"#,
        #"{"methods": ["Listen"], "latency": {"from": "0s", "to": "2s"}}"#,
        #"{"methods": ["Listen"], "times": 4, "wrongCount": true}, {"cutAfter": 9}"#,
    ])
    func `a listener hears of everything in the end`(faults: String) async throws {
        let server = server()
        let direct = try server.firestore()
        try await set(faults, seed: 5, on: server)
        let clock = PacedClock()
        let db = try server.firestore(retryPolicy: RetryPolicy(maximumDelay: .seconds(1)), clock: clock)
        var snapshots = db.collection("messages").snapshots.makeAsyncIterator()
        var heard: [String]?
        for step in 0..<12 {
            let message = direct.document("messages/m\(step % 5)")
            if step % 4 == 3 {
                try await message.delete()
            } else {
                try await message.setData(["n": step])
            }
            let held = try await direct.collection("messages").getDocuments().documents.map(\.words)
            while heard != held {
                heard = try #require(try await snapshots.next()).documents.map(\.words)
            }
        }
        try await clearFaults(of: server)
        try await db.terminate()
    }
}

extension QueryDocumentSnapshot {
    /// The id and the number.
    fileprivate var words: String { "\(documentID)=\(data()["n"] as? Int ?? -1)" }
}
