import FirestoreClient
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@Suite struct TransactionTests {
    private struct OutOfStock: Error, Equatable { var left: Int }

    private static func options(_ attempts: Int) -> TransactionOptions {
        let options = TransactionOptions()
        options.maxAttempts = attempts
        return options
    }

    /// Reads a number and writes the next one.
    private func increment(_ transaction: Transaction, _ document: DocumentReference) async throws -> Int {
        let n = try await transaction.getDocument(document).get("n") as? Int ?? 0
        transaction.updateData(["n": n + 1], forDocument: document)
        return n + 1
    }

    @Test func `reads and writes go to the transaction that was begun`() async throws {
        let script = try TransactionScript([.begun(), .found(n: 4), .missing("c/e"), .json(commitJSON(2))])
        let db = script.db
        let (n, isThere) = try await db.runTransaction { transaction in
            let n = try await transaction.getDocument(db.document("c/d")).get("n") as? Int
            let other = try await transaction.getDocument(db.document("c/e"))
            transaction.updateData(["n": 5], forDocument: db.document("c/d"))
                .setData(["a": true], forDocument: other.reference)
            return (n, other.exists)
        }
        #expect(n == 4 && !isThere)
        #expect(script.methods == ["beginTransaction", "batchGet", "batchGet", "commit"])
        #expect(script.bodies[0] == #"{"options":{"readWrite":{}}}"#)
        #expect(script.bodies[1] == #"{"documents":["\#(root)/c/d"],"transaction":"AQ=="}"#)
        #expect(
            try script.bodies[3]
                == compact(
                    """
                    {"writes": [
                      {"update": {"name": "\(root)/c/d", "fields": {"n": {"integerValue": "5"}}},
                       "updateMask": {"fieldPaths": ["n"]}, "currentDocument": {"exists": true}},
                      {"update": {"name": "\(root)/c/e", "fields": {"a": {"booleanValue": true}}}}],
                     "transaction": "AQ=="}
                    """))
        #expect(db.usage.documentsRead == 2)
        #expect(db.usage.documentsWritten == 2)
        #expect(db.usage.requests == 4)
    }

    @Test func `a body that writes nothing still ends its transaction`() async throws {
        let script = try TransactionScript([.begun(), .found(n: 4), .json("{}")])
        let document = script.db.document("c/d")
        let n = try await script.db.runTransaction { try await $0.getDocument(document).get("n") as? Int }
        #expect(n == 4)
        #expect(script.bodies[2] == #"{"writes":[],"transaction":"AQ=="}"#)
    }

    @Test func `after a conflict at the commit the body runs again, in a transaction that names the last`()
        async throws
    {
        let script = try TransactionScript([
            .begun(), .found(n: 1), .aborted, .begun("Ag=="), .found(n: 7), .committed,
        ])
        let document = script.db.document("c/d")
        #expect(try await script.db.runTransaction { try await increment($0, document) } == 8)
        #expect(
            script.methods == [
                "beginTransaction", "batchGet", "commit", "beginTransaction", "batchGet", "commit",
            ])
        #expect(script.bodies[3] == #"{"options":{"readWrite":{"retryTransaction":"AQ=="}}}"#)
        #expect(script.bodies[5].contains(#""integerValue":"8""#))
        #expect(script.bodies[5].hasSuffix(#""transaction":"Ag=="}"#))
        #expect(script.clock.sleeps == [.seconds(1)])
        #expect(script.db.usage.retries == 1)
    }

    @Test func `after a conflict at a read the transaction is rolled back and the body runs again`()
        async throws
    {
        let script = try TransactionScript([
            .begun(), .aborted, .rolledBack, .begun("Ag=="), .found(n: 1), .committed,
        ])
        let document = script.db.document("c/d")
        #expect(try await script.db.runTransaction { try await increment($0, document) } == 2)
        #expect(script.methods[2] == "rollback")
        #expect(script.bodies[2] == #"{"transaction":"AQ=="}"#)
        #expect(script.transport.remaining == 0)
    }

    @Test(arguments: [(nil, 5), (options(1), 1), (options(3), 3)])
    func `the options limit the attempts, and the waits between them grow`(
        options: TransactionOptions?, attempts: Int
    ) async throws {
        let steps = [ScriptedTransport.Step.begun(), .found(), .aborted]
        let script = try TransactionScript(Array(repeating: steps, count: attempts).flatMap { $0 })
        let document = script.db.document("c/d")
        let error = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction(with: options) { try await increment($0, document) }
        }
        #expect(error?.code == .aborted)
        #expect(error?.isRetryable == true)
        #expect(error?.isOutcomeUnknown == false)
        #expect(error?.message.contains("tried \(attempts) times") == (attempts > 1))
        #expect(script.transport.remaining == 0)
        #expect(script.clock.sleeps == [1, 2, 4, 8].prefix(attempts - 1).map { .seconds($0) })
    }

    @Test(arguments: [0, -1]) func `less than one attempt is refused`(attempts: Int) async throws {
        let script = try TransactionScript([])
        let error = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction(with: Self.options(attempts)) { _ in }
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("maxAttempts") == true)
        #expect(script.methods.isEmpty)
    }

    @Test func `an error of the body rolls back and is thrown as it is`() async throws {
        let script = try TransactionScript([.begun(), .found(n: 0), .rolledBack])
        let document = script.db.document("c/d")
        await #expect(throws: OutOfStock(left: 0)) {
            try await script.db.runTransaction { transaction in
                let left = try await transaction.getDocument(document).get("n") as? Int ?? -1
                transaction.deleteDocument(document)
                if left < 1 { throw OutOfStock(left: left) }
            }
        }
        #expect(script.methods == ["beginTransaction", "batchGet", "rollback"])
    }

    @Test
    func
        `an error of the body's own ends the transaction even after a conflict, and so does one that looks like it`()
        async throws
    {
        let script = try TransactionScript([.begun(), .aborted, .rolledBack, .begun(), .rolledBack])
        let document = script.db.document("c/d")
        await #expect(throws: OutOfStock(left: 3)) {
            try await script.db.runTransaction { transaction in
                do {
                    _ = try await transaction.getDocument(document)
                } catch {
                    throw OutOfStock(left: 3)
                }
            }
        }
        await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction { _ in throw FirestoreError(.aborted, userInfo: [:]) }
        }
        #expect(script.transport.remaining == 0)
    }

    @Test func `a transaction that cannot be rolled back still throws the body's error`() async throws {
        let script = try TransactionScript([.begun(), .failure(.unreachable)])
        await #expect(throws: OutOfStock(left: 1)) {
            try await script.db.runTransaction { _ in throw OutOfStock(left: 1) }
        }
        #expect(script.methods == ["beginTransaction", "rollback"], "sent once")
    }

    @Test func `cancelling rolls back, though the task is cancelled`() async throws {
        let script = try TransactionScript([.begun(), .found(), .rolledBack])
        let document = script.db.document("c/d")
        let task = Task {
            try await script.db.runTransaction { transaction in
                _ = try await increment(transaction, document)
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        let error = await #expect(throws: FirestoreError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(error?.isOutcomeUnknown == false)
        #expect(script.methods == ["beginTransaction", "batchGet", "rollback"])
    }

    @Test func `cancelling between attempts ends the transaction`() async throws {
        let script = try TransactionScript([
            .begun(),
            .work { (_) throws(HTTPTransportError) in
                withUnsafeCurrentTask { $0?.cancel() }
                return HTTPExchangeResponse(
                    head: .init(status: .conflict), body: Array(errorJSON(409, "ABORTED").utf8))
            },
        ])
        let task = Task { try await script.db.runTransaction { _ in } }
        let error = await #expect(throws: FirestoreError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(script.methods == ["beginTransaction", "commit"])
    }

    @Test func `a read after a write is refused`() async throws {
        let script = try TransactionScript([.begun(), .found(), .rolledBack])
        let document = script.db.document("c/d")
        let error = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction { transaction in
                _ = try await increment(transaction, document)
                return try await increment(transaction, document)
            }
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("all reads before its first write") == true)
        #expect(script.methods == ["beginTransaction", "batchGet", "rollback"])
    }

    @Test func `what cannot be written, or is in another database, fails without a commit`() async throws {
        let script = try TransactionScript([.begun(), .rolledBack, .begun(), .rolledBack])
        let document = script.db.document("c/d")
        let unwritable = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction { transaction in
                transaction.setData(["n": TransactionTests.self], forDocument: document)
            }
        }
        #expect(unwritable?.code == .invalidArgument)
        let other = try Firestore(
            FirestoreSettings(projectID: "q", endpoint: .emulator(host: "127.0.0.1", port: 8080)),
            transport: ScriptedTransport([]))
        let foreign = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction { try await $0.getDocument(other.document("c/d")) }
        }
        #expect(foreign?.code == .invalidArgument)
        #expect(script.methods == ["beginTransaction", "rollback", "beginTransaction", "rollback"])
    }

    @Test func `a refused commit is not tried again`() async throws {
        let refused = ScriptedTransport.Step.json(errorJSON(404, "NOT_FOUND"), status: 404)
        let script = try TransactionScript([.begun(), .found(), refused, .rolledBack])
        let document = script.db.document("c/d")
        let error = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction { try await increment($0, document) }
        }
        #expect(error?.code == .notFound)
        #expect(script.transport.remaining == 0)
    }

    @Test func `a commit whose answer was lost is repeated in the same transaction, which commits once`()
        async throws
    {
        let script = try TransactionScript([.begun(), .found(), .failure(.connectionLost), .committed])
        let document = script.db.document("c/d")
        #expect(try await script.db.runTransaction { try await increment($0, document) } == 2)
        #expect(script.bodies[2] == script.bodies[3])
    }

    @Test(arguments: [ScriptedTransport.Step.closed, .aborted, .failure(.connectionLost)])
    func `if the outcome of a commit stays unknown, the body does not run again`(
        second: ScriptedTransport.Step
    ) async throws {
        let script = try TransactionScript([
            .begun(), .found(), .failure(.connectionLost), second, .rolledBack,
        ])
        let document = script.db.document("c/d")
        let error = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction { try await increment($0, document) }
        }
        #expect(error?.isOutcomeUnknown == true)
        #expect(error?.message.contains("may have succeeded") == true)
        #expect(script.transport.remaining == 0)
    }

    @Test func `a transaction that has expired is begun anew`() async throws {
        let expired = ScriptedTransport.Step.json(
            errorJSON(
                400, "INVALID_ARGUMENT", "The referenced transaction has expired or is no longer valid."),
            status: 400)
        let script = try TransactionScript([
            .begun(), .found(), expired, .begun(), .closed, .rolledBack, .begun(), .found(), .committed,
        ])
        let document = script.db.document("c/d")
        #expect(try await script.db.runTransaction { try await increment($0, document) } == 2)
        #expect(script.transport.remaining == 0)
    }

    @Test func `a transaction that is kept cannot be used`() async throws {
        let log = RecordingLogHandler.Log()
        let transport = ScriptedTransport([.begun(), .json("{}")])
        let db = try Firestore(
            FirestoreSettings(projectID: "p", endpoint: .emulator(host: "127.0.0.1", port: 8080)),
            transport: transport, logger: log.logger)
        let kept = try await db.runTransaction { $0 }
        kept.deleteDocument(db.document("c/d"))
        let error = try await failure { () async throws(FirestoreError) in
            try await kept.getDocument(db.document("c/d"))
        }
        #expect(error.code == .failedPrecondition)
        #expect(log.lines.contains { $0.contains("is lost") })
    }

    @Test func `a transaction begins after the writes before it, and does not wait for those of its body`()
        async throws
    {
        // The answer to the body's own write comes only after the commit, as if the write waited for a lock.
        let (committed, continuation) = AsyncStream.makeStream(of: Never.self)
        let answer = {
            @Sendable (request: ScriptedTransport.Request) async throws(HTTPTransportError)
                -> HTTPExchangeResponse in
            if request.text.contains("transaction") {
                continuation.finish()
            } else {
                for await _ in committed {}
            }
            return HTTPExchangeResponse(head: .init(status: .ok), body: Array(commitJSON().utf8))
        }
        let transport = ScriptedTransport([
            .committed, .begun(), .work(answer), .work(answer),
        ])
        let db = try makeFirestore(transport)
        func start(_ id: String) { db.document("c/\(id)").setData(["n": 1]) }
        start("before")
        try await db.runTransaction { transaction in
            start("inside")
            transaction.deleteDocument(db.document("c/d"))
        }
        try await db.waitForPendingWrites()
        #expect(transport.requests[0].text.contains("c/before"))
        #expect(transport.requests[1].line.hasSuffix(":beginTransaction"))
        #expect(transport.remaining == 0)
    }
}
