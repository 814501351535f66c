import Comparison
import FirestoreClient
import LoadGeneration
import ReadReceipts

/// What is measured of a server's listeners.
struct Measurement {
    /// True to measure memory, which says little of a server with a collector of garbage.
    let countsMemory: Bool

    func run(_ server: ComparedServer.Running) async throws -> [Figure: Double] {
        var figures: [Figure: Double] = [:]
        for (collection, count) in [("thousand", 1000), ("messages", 500)] {
            for start in stride(from: 0, to: count, by: 500) {
                try await write(round: 0, to: start..<start + 500, in: collection, server.db)
            }
        }
        figures[.first] = try await medianTime(of: 21) { _ in
            var audience = Audience()
            try await audience.add(port: server.port, collection: "thousand")
            audience.leave()
        }
        figures[.document] = try await writeTime(server, rounds: 201) { audience in
            try await audience.add(port: server.port) {
                $0.document("messages/m0").snapshots.map { $0.get("round") as? Int ?? 0 }
            }
        }
        figures[.query] = try await writeTime(server, rounds: 101) { audience in
            try await audience.add(port: server.port, collection: "messages")
        }
        try await measureAudience(server, &figures)
        figures[.receipt] = try await receiptTime(server)
        if countsMemory { figures[.memory] = try await memory(server) }
        try measureGets(port: server.port, &figures)
        return figures
    }

    /// The time from the start of a write of one document until the whole audience has it.
    private func writeTime(
        _ server: ComparedServer.Running, rounds: Int, _ gather: (inout Audience) async throws -> Void
    ) async throws -> Double {
        try await write(round: 0, to: 0..<500, in: "messages", server.db)
        var audience = Audience()
        defer { audience.leave() }
        try await gather(&audience)
        return try await medianTime(of: rounds) { round in
            try await write(round: round + 1, to: 0..<1, in: "messages", server.db)
            await audience.hear(of: round + 1)
        }
    }

    private func measureAudience(
        _ server: ComparedServer.Running, _ figures: inout [Figure: Double]
    ) async throws {
        figures[.audience] = try await writeTime(server, rounds: 31) { audience in
            for _ in 0..<50 { try await audience.add(port: server.port, collection: "messages") }
        }
        try await write(round: 0, to: 0..<500, in: "messages", server.db)
        var audience = Audience()
        defer { audience.leave() }
        for _ in 0..<50 { try await audience.add(port: server.port, collection: "messages") }
        var commits: [Double] = []
        figures[.commitHeard] = try await medianTime(of: 11) { round in
            commits.append(
                try await ContinuousClock().measure {
                    try await write(round: round + 1, to: 0..<500, in: "messages", server.db)
                }.milliseconds)
            await audience.hear(of: round + 1)
        }
        figures[.commit] = commits.median
    }

    /// The time from the start of a write of one message until the event of a listener of its conversation.
    private func receiptTime(_ server: ComparedServer.Running) async throws -> Double {
        try await server.db.document("conversations/c").setData(["participants": ["alice", "bob"]])
        let message = server.db.document("conversations/c/messages/m")
        try await message.setData([
            "senderId": "alice", "text": "Are you coming tonight?", "status": "sent",
            "readBy": [String](), "timestamp": FieldValue.serverTimestamp(),
        ])
        var options = ListenerOptions(marksDelivered: false)
        options.includesText = true
        let listener = try ReceiptService(firestore: server.db).listen(
            conversation: "c", options: options)
        var updates = listener.makeAsyncIterator()
        _ = try await updates.next()
        var times: [Double] = []
        for number in 0..<101 {
            times.append(
                try await ContinuousClock().measure {
                    try await message.updateData(["text": "\(number)"])
                    _ = try await updates.next()
                }.milliseconds)
        }
        return times.dropFirst(10).map(\.self).median
    }

    /// What 1,000 listeners in as many clients add to the server's memory.
    private func memory(_ server: ComparedServer.Running) async throws -> Double {
        // Longer than the server keeps freed memory.
        try await Task.sleep(for: .seconds(11))
        let before = server.processes.residentMemory
        var audience = Audience()
        defer { audience.leave() }
        for _ in 0..<1000 { try await audience.add(port: server.port, collection: "messages") }
        try await Task.sleep(for: .seconds(11))
        return server.processes.residentMemory - before
    }

    /// Gets documents by both protocols in turns, so that both meet the same load of the machine.
    private func measureGets(port: Int, _ figures: inout [Figure: Double]) throws {
        let names = (0..<500).map { "projects/demo-bench/databases/(default)/documents/messages/m\($0)" }
        let requests = names.map { RawConnection.request("GET", "/v1/\($0)") }
        // The name is the first field of the message.
        let messages = names.map { [0x0A, UInt8($0.utf8.count)] + Array($0.utf8) }
        let connection = try RawConnection(port: port)
        let calls = try GRPCConnection(port: port, method: "/google.firestore.v1.Firestore/GetDocument")
        let clock = ContinuousClock()
        var times: (get: [Double], call: [Double]) = ([], [])
        for round in 0..<4 {
            for number in names.indices {
                let get = try clock.measure {
                    let status = try connection.exchange(requests[number])
                    precondition(status == 200, "the document was not found")
                }
                let call = try clock.measure {
                    let count = try calls.call(messages[number])
                    precondition(count > names[number].utf8.count, "the document was not found")
                }
                if round == 0 { continue }
                times.get.append(get.milliseconds)
                times.call.append(call.milliseconds)
            }
        }
        (figures[.get], figures[.callGet]) = (times.get.median, times.call.median)
    }

    /// Writes messages of a round in one commit.
    private func write(
        round: Int, to messages: Range<Int>, in collection: String, _ db: Firestore
    ) async throws {
        let batch = db.batch()
        for number in messages {
            batch.setData(
                [
                    "senderId": "alice", "text": "Message number \(number), about as long as messages are.",
                    "status": "sent", "readBy": [String](), "round": round,
                ], forDocument: db.document("\(collection)/m\(number)"))
        }
        try await batch.commit()
    }
}
