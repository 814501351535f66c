import FirestoreClient
import Foundation
import LoadGeneration
import ReadReceipts
import Subprocess

/// Starts a server, measures it, and stops it again with everything it has started.
struct Measurement {
    let command: String
    /// True to measure also what takes long on a slow server.
    let isLarge: Bool
    private static let messageCount = 5000
    private static let documents = "/v1/projects/demo-bench/databases/(default)/documents"
    private static let readers = (1...12).map { "reader\($0)" }

    func run() async throws -> [Figure: Double] {
        let port = Int.random(in: 20_000...39_999)
        let words = command.replacingOccurrences(of: "PORT", with: String(port)).split(separator: " ").map(
            String.init)
        let clock = ContinuousClock()
        let db = try client(port: port)
        let begin = clock.now
        var options = PlatformOptions()
        // A group of its own, so that a server's children can be stopped with it.
        options.processGroupID = 0
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments(words), platformOptions: options, input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let group = execution.processIdentifier.value
            defer { _ = kill(-group, SIGTERM) }
            try await waitForAnswer(to: db, clock, since: begin)
            let start = (clock.now - begin).milliseconds
            return try await measure(db, port: port, group: group, clock: clock, start: start)
        }
        return result.closureResult
    }

    private func measure(
        _ db: Firestore, port: Int, group: pid_t, clock: ContinuousClock, start: Double
    ) async throws -> [Figure: Double] {
        var figures: [Figure: Double] = [.start: start]
        try await Task.sleep(for: .seconds(1))
        figures[.idleMemory] = ProcessGroup(group).residentMemory
        try await measureMarking(db, group: group, clock, &figures)
        try await measureReading(db, port: port, clock, &figures)
        let path = Self.documents + "/conversations/c/messages/m7"
        figures[.throughput] = try Load.requestsPerSecond(port: port, path: path, connections: 16, seconds: 3)
        figures[.clear] = try clear(port: port, clock)
        try await createConversations(db)
        try PreparedMarks(port: port, ProcessGroup(group), clock).run(&figures)
        if isLarge { figures[.growth] = try await growth(db, clock) }
        return figures
    }

    /// The client, which has loaded its libraries before the server starts.
    private func client(port: Int) throws -> Firestore {
        try Firestore(
            FirestoreSettings(
                projectID: "demo-bench", endpoint: .emulator(host: "127.0.0.1", port: port),
                credentials: .emulatorAdmin,
                retryPolicy: .never))
    }

    /// Waits for the server's first answer to a write.
    private func waitForAnswer(
        to db: Firestore, _ clock: ContinuousClock, since begin: ContinuousClock.Instant
    ) async throws {
        while true {
            do {
                try await db.document("warm/up").setData(["n": 1])
                return
            } catch {
                if clock.now - begin > .seconds(60) { throw error }
                try await Task.sleep(for: .microseconds(200))
            }
        }
    }

    private func measureMarking(
        _ db: Firestore, group: pid_t, _ clock: ContinuousClock, _ figures: inout [Figure: Double]
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
        figures[.usedMemory] = ProcessGroup(group).residentMemory

        try await db.document("conversations/d").setData(["participants": ["alice", "bob"]])
        for number in 0..<200 {
            try await db.document("conversations/d/messages/m\(number)").setData(Self.message(number))
        }
        figures[.markOne] = try await times(200, clock) { number in
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
        _ db: Firestore, port: Int, _ clock: ContinuousClock, _ figures: inout [Figure: Double]
    ) async throws {
        figures[.get] = try await times(500, clock) { number in
            _ = try await db.document("conversations/c/messages/m\(number)").getDocument()
        }
        figures[.rawGet] = try rawGet(port: port, clock)
        let newest = db.collection("conversations/c/messages").order(by: "timestamp", descending: true).limit(
            to: 50)
        figures[.newest] = try await times(50, clock) { _ in
            let documents = try await newest.getDocuments()
            precondition(documents.count == 50, "the query found too few messages")
        }
        let messages = db.collection("conversations/c/messages")
        let unread = db.collection("conversations/e/messages").whereField("status", isEqualTo: "sent").limit(
            to: 50)
        try await createMessages(db, in: "e", readEvery: 2)
        figures[.unread] = try await times(50, clock) { _ in
            let documents = try await unread.getDocuments()
            precondition(documents.count == 50, "the query found too few messages")
        }
        figures[.list] = try await times(100, clock) { _ in
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
    private func rawGet(port: Int, _ clock: ContinuousClock) throws -> Double {
        let connection = try RawConnection(port: port)
        var times: [Double] = []
        for number in 0..<500 {
            let request = RawConnection.request(
                "GET", Self.documents + "/conversations/c/messages/m\(number)")
            let time = try clock.measure {
                let status = try connection.exchange(request)
                precondition(status == 200, "the document was not found")
            }
            if number >= 50 { times.append(time.milliseconds) }
        }
        return times.median
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
    private func growth(_ db: Firestore, _ clock: ContinuousClock) async throws -> Double {
        var results: [Double] = []
        for (conversation, count) in [("small", 2000), ("large", 200_000)] {
            try await createMessages(db, in: conversation, count: count)
            let newest = db.collection("conversations/\(conversation)/messages").order(
                by: "timestamp", descending: true
            )
            .limit(to: 50)
            results.append(try await times(60, clock) { _ in _ = try await newest.getDocuments() })
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

    /// The median time of many runs, in milliseconds; the first tenth does not count.
    private func times(
        _ count: Int, _ clock: ContinuousClock, _ body: (Int) async throws -> Void
    ) async throws -> Double {
        var times: [Double] = []
        for number in 0..<count {
            let time = try await clock.measure { try await body(number) }.milliseconds
            if number >= count / 10 { times.append(time) }
        }
        return times.median
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}

extension [Double] {
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
