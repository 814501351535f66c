import Comparison
import FirestoreClient
import LoadGeneration
import ReadReceipts

/// What is measured of a server.
struct Measurement {
    /// True to measure also what takes long on a slow server.
    let isLarge: Bool
    private static let messageCount = 5000
    private static let documents = "/v1/projects/demo-bench/databases/(default)/documents"
    private static let readers = (1...12).map { "reader\($0)" }

    func run(_ server: ComparedServer.Running) async throws -> [Figure: Double] {
        let (db, port, processes, clock) = (server.db, server.port, server.processes, ContinuousClock())
        var figures: [Figure: Double] = [.start: server.start]
        try await Task.sleep(for: .seconds(1))
        figures[.idleMemory] = processes.residentMemory
        try await measureMarking(db, processes, clock, &figures)
        try await measureReading(db, port: port, &figures)
        let path = Self.documents + "/conversations/c/messages/m7"
        figures[.throughput] = try Load.requestsPerSecond(port: port, path: path, connections: 16, seconds: 3)
        figures[.clear] = try clear(port: port, clock)
        try await createConversations(db)
        try PreparedMarks(port: port, processes, clock).run(&figures)
        if isLarge { figures[.growth] = try await growth(db) }
        return figures
    }

    private func measureMarking(
        _ db: Firestore, _ processes: ProcessGroup, _ clock: ContinuousClock,
        _ figures: inout [Figure: Double]
    ) async throws {
        let service = ReceiptService(firestore: db)
        try await db.document("conversations/c").setData(["participants": ["alice"] + Self.readers])
        figures[.create] =
            try await clock.measure { try await createMessages(db) }.milliseconds / Double(Self.messageCount)

        var rounds: [Double] = []
        for reader in Self.readers {
            let time = try await clock.measure {
                let result = try await service.markAllRead(conversation: "c", user: UserID(reader))
                precondition(result.marked.count == Self.messageCount, "not every message was marked")
            }
            rounds.append(time.milliseconds / Double(Self.messageCount))
        }
        figures[.mark] = rounds.median
        figures[.usedMemory] = processes.residentMemory

        try await db.document("conversations/d").setData(["participants": ["alice", "bob"]])
        for number in 0..<200 {
            try await db.document("conversations/d/messages/m\(number)").setData(Self.message(number))
        }
        figures[.markOne] = try await medianTime(of: 200) { number in
            _ = try await service.markRead(conversation: "d", messageIDs: ["m\(number)"], user: "bob")
        }
    }

    /// Creates what prepared requests are about.
    private func createConversations(_ db: Firestore) async throws {
        let members = ["alice"] + PreparedMarks.users + PreparedMarks.administered
        for (id, count) in [
            (PreparedMarks.conversation, PreparedMarks.messageCount),
            (PreparedMarks.singles, PreparedMarks.singleCount),
        ] {
            try await db.document("conversations/\(id)").setData(["participants": members])
            try await createMessages(db, in: id, count: count)
        }
    }

    private func measureReading(
        _ db: Firestore, port: Int, _ figures: inout [Figure: Double]
    ) async throws {
        figures[.get] = try await medianTime(of: 500) { number in
            _ = try await db.document("conversations/c/messages/m\(number)").getDocument()
        }
        figures[.rawGet] = try await rawGet(port: port)
        let newest = db.collection("conversations/c/messages").order(by: "timestamp", descending: true).limit(
            to: 50)
        figures[.newest] = try await medianTime(of: 50) { _ in
            let documents = try await newest.getDocuments()
            precondition(documents.count == 50, "the query found too few messages")
        }
        let messages = db.collection("conversations/c/messages")
        let unread = db.collection("conversations/e/messages").whereField("status", isEqualTo: "sent").limit(
            to: 50)
        try await createMessages(db, in: "e", readEvery: 2)
        figures[.unread] = try await medianTime(of: 50) { _ in
            let documents = try await unread.getDocuments()
            precondition(documents.count == 50, "the query found too few messages")
        }
        figures[.list] = try await medianTime(of: 100) { _ in
            var token: String?
            for _ in 0..<2 {
                let page = try await messages.listDocuments(
                    pageSize: 150, pageToken: token, fields: [FieldPath(["status"]), FieldPath(["readBy"])])
                precondition(page.documents.count == 150, "the list has too few documents")
                token = page.nextPageToken
            }
        }
    }

    /// Gets documents over a raw connection, one after the other.
    private func rawGet(port: Int) async throws -> Double {
        let connection = try RawConnection(port: port)
        let requests = (0..<500).map {
            RawConnection.request("GET", Self.documents + "/conversations/c/messages/m\($0)")
        }
        return try await medianTime(of: requests.count) { number in
            let status = try connection.exchange(requests[number])
            precondition(status == 200, "the document was not found")
        }
    }

    /// Clears the database over a raw connection.
    private func clear(port: Int, _ clock: ContinuousClock) throws -> Double {
        let connection = try RawConnection(port: port)
        let request = RawConnection.request("DELETE", "/emulator" + Self.documents)
        return try clock.measure {
            let status = try connection.exchange(request)
            precondition(status == 200, "the database was not cleared")
        }.milliseconds
    }

    /// How much longer the newest 50 take where there are a hundred times as many.
    private func growth(_ db: Firestore) async throws -> Double {
        var results: [Double] = []
        for (conversation, count) in [("small", 2000), ("large", 200_000)] {
            try await createMessages(db, in: conversation, count: count)
            let newest = db.collection("conversations/\(conversation)/messages").order(
                by: "timestamp", descending: true
            )
            .limit(to: 50)
            results.append(try await medianTime(of: 60) { _ in _ = try await newest.getDocuments() })
        }
        return results[1] / results[0]
    }

    /// Creates messages; with `readEvery` each so-many-eth of them is read already.
    private func createMessages(
        _ db: Firestore, in conversation: String = "c", count: Int = messageCount, readEvery: Int = .max
    ) async throws {
        for start in stride(from: 0, to: count, by: 500) {
            let batch = db.batch()
            for number in start..<start + 500 {
                var message = Self.message(number)
                if number.isMultiple(of: readEvery) { message["status"] = "read" }
                batch.setData(
                    message, forDocument: db.document("conversations/\(conversation)/messages/m\(number)"))
            }
            try await batch.commit()
        }
    }

    private static func message(_ number: Int) -> [String: Any] {
        [
            "senderId": "alice", "text": "Message number \(number), about as long as messages are.",
            "status": "sent",
            "readBy": [String](),
            "timestamp": Timestamp(seconds: 1_767_225_600 + Int64(number), nanoseconds: 0),
        ]
    }
}
