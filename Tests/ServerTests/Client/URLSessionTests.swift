import FirestoreClient
import FirestoreEmulator
import HTTPTransport
import Logging
import ReadReceipts
import TestSupport
import Testing
import URLSessionHTTP

/// The client over Foundation's URLSession, which it uses where there is no libcurl.
@Suite(.timeLimit(.minutes(1)))
struct URLSessionTests {
    /// A client over URLSession on a socket, whichever server it is.
    private func withFirestore(_ body: @escaping @Sendable (Firestore) async throws -> Void) async throws {
        let http = URLSessionClient()
        let server = try TestServer()
        let client = { @Sendable (endpoint: FirestoreEndpoint) in
            let settings = FirestoreSettings(
                projectID: server.project, endpoint: endpoint, credentials: .emulatorAdmin)
            return try Firestore(settings, transport: http)
        }
        if server.isGoogles {
            try await body(client(server.endpoint))
        } else {
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await Emulator().serve(port: 0, logger: Logger(label: "test")) {
                        continuation.yield($0)
                    }
                }
                for await port in ports.prefix(1) {
                    try await body(client(.emulator(host: "127.0.0.1", port: port)))
                }
                group.cancelAll()
            }
        }
        await http.shutdown()
    }

    @Test func `documents are written, read, counted and changed in transactions`() async throws {
        try await withFirestore { db in
            let messages = db.collection("messages")
            let batch = db.batch()
            for number in 0..<500 {
                batch.setData(["n": number, "text": "tea? 🍵"], forDocument: messages.document("m\(number)"))
            }
            try await batch.commit()
            let some = try await messages.whereField("n", isLessThan: 100).getDocuments()
            #expect(some.count == 100)
            #expect(some.documents.allSatisfy { $0.get("text") as? String == "tea? 🍵" })
            let counter = messages.document("m7")
            try await db.runTransaction { transaction in
                let n = try await transaction.getDocument(counter).get("n") as? Int ?? 0
                transaction.updateData(["n": n + 1], forDocument: counter)
            }
            #expect(try await counter.getDocument().get("n") as? Int == 8)
            await #expect(throws: FirestoreError.self) {
                try await messages.document("nobody").updateData(["n": 1])
            }
        }
    }

    @Test func `a snapshot listener hears what changes`() async throws {
        try await withFirestore { db in
            let message = db.document("messages/m1")
            try await message.setData(["status": "sent"])
            var snapshots = message.snapshots.makeAsyncIterator()
            #expect(try await snapshots.next()?.get("status") as? String == "sent")
            try await message.updateData(["status": "read"])
            #expect(try await snapshots.next()?.get("status") as? String == "read")
        }
    }

    @Test func `receipts are marked, and heard by their sender`() async throws {
        try await withFirestore { db in
            try await db.document("conversations/c1").setData(["participants": ["alice", "bob"]])
            try await db.document("conversations/c1/messages/m1").setData(TestChat.message())
            let service = ReceiptService(firestore: db)
            var updates = try service.listen(conversation: "c1").makeAsyncIterator()
            #expect(try await updates.next()?.first?.message.status == .sent)
            let result = try await service.markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
            #expect(result.marked.count == 1)
            var last = try await updates.next()?.first?.message
            while last?.status != .read { last = try await updates.next()?.first?.message }
            #expect(last?.readBy == ["bob"])
        }
    }
}
