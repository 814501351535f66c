import FirestoreClient
import Foundation
import TestSupport
import Testing

/// Transactions of the client, on a server.
@Suite struct ClientTransactionTests {
    private let server: TestServer
    private let db: Firestore

    init() throws {
        server = try TestServer()
        db = try server.firestore()
    }

    /// Attempts enough for many rivals, whatever their luck.
    private var patience: TransactionOptions {
        let options = TransactionOptions()
        options.maxAttempts = 50
        return options
    }

    /// A client for many rivals. Google's emulator makes them wait for each other's locks until some give up, so there only real
    /// waits between the attempts let one of them through.
    private func rival() throws -> Firestore {
        try server.firestore(
            through: server.transport, clock: server.isGoogles ? ContinuousClock() : nil)
    }

    private func increment(_ counter: DocumentReference, by db: Firestore) async throws {
        try await db.runTransaction(with: patience) { transaction in
            let n = try await transaction.getDocument(counter).get("n") as? Int ?? 0
            transaction.setData(["n": n + 1], forDocument: counter)
        }
    }

    @Test(
        .withoutFaults("nobody knows whether a transaction was committed if the answer is lost"),
        .timeLimit(.minutes(1)))
    func `a number that ten tasks increment at the same time ends at ten`() async throws {
        let db = try rival()
        let counter = db.document("c/counter")
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await increment(counter, by: db) } }
            try await group.waitForAll()
        }
        #expect(try await counter.getDocument().get("n") as? Int == 10)
    }

    @Test(
        .withoutFaults("nobody knows whether a transaction was committed if the answer is lost"),
        .timeLimit(.minutes(1)))
    func `so does one that ten blocks increment, each on a thread of its own`() async throws {
        let db = try rival()
        let counter = db.document("c/counter")
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    _ = try await db.runTransaction(with: patience) { transaction, errorPointer in
                        do {
                            let n = try transaction.getDocument(counter).get("n") as? Int ?? 0
                            transaction.setData(["n": n + 1], forDocument: counter)
                        } catch {
                            errorPointer?.pointee = error as NSError
                        }
                        return nil
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await counter.getDocument().get("n") as? Int == 10)
    }

    @Test(.timeLimit(.minutes(1)))
    func `of two transactions that have read the same, the second sees what the first wrote`() async throws {
        let account = db.document("accounts/a")
        try await account.setData(["balance": 10])
        /// Takes something if there is enough, once both have read.
        func take(_ amount: Int, _ firstRead: @Sendable () async -> Void) async throws -> Bool {
            try await db.runTransaction(with: patience) { transaction in
                let balance = try await transaction.getDocument(account).get("balance") as? Int ?? 0
                await firstRead()
                guard balance >= amount else { return false }
                transaction.updateData(["balance": balance - amount], forDocument: account)
                return true
            }
        }
        let meeting = Meeting(of: 2)
        async let one = take(7) { await meeting.arrive() }
        async let other = take(6) { await meeting.arrive() }
        let taken = try await [one, other]
        #expect(taken.filter { $0 }.count == 1)
        let left = try await account.getDocument().get("balance") as? Int
        #expect(left == (taken[0] ? 3 : 4))
    }

    @Test func `a document that is not there can be created, and what disappears is read as missing`()
        async throws
    {
        let document = db.document("c/d")
        for expected in [false, true] {
            let wasThere = try await db.runTransaction { transaction in
                let snapshot = try await transaction.getDocument(document)
                transaction.setData(["n": 1], forDocument: document)
                return snapshot.exists
            }
            #expect(wasThere == expected)
        }
        try await document.delete()
        let snapshot = try await db.runTransaction { try await $0.getDocument(document) }
        #expect(!snapshot.exists && snapshot.data() == nil)
        let error = await #expect(throws: FirestoreError.self) {
            try await db.runTransaction { $0.updateData(["n": 2], forDocument: document) }
        }
        #expect(error?.code == .notFound)
    }

    @Test func `all writes are made, or none`() async throws {
        let (a, b) = (db.document("c/a"), db.document("c/b"))
        try await a.setData(["n": 1, "old": true])
        await #expect(throws: FirestoreError.self) {
            try await db.runTransaction { transaction in
                transaction.deleteDocument(a).updateData(["n": 2], forDocument: b)
            }
        }
        #expect(try await a.getDocument().exists)
        struct Item: Codable { var n: Int }
        try await db.runTransaction { transaction in
            let n = try await transaction.getDocument(a).data(as: Item.self).n
            try transaction.setData(from: Item(n: n + 1), forDocument: a, merge: true)
                .setData(from: Item(n: n + 2), forDocument: b)
                .setData(["list": FieldValue.arrayUnion([1])], forDocument: db.document("c/c"))
        }
        let merged = try await a.getDocument()
        #expect(merged.get("n") as? Int == 2 && merged.get("old") as? Bool == true)
        #expect(try await b.getDocument().get("n") as? Int == 3)
        #expect(try await db.document("c/c").getDocument().get("list") as? [Int] == [1])
    }

    @Test func `a read after a write is refused, and nothing is written`() async throws {
        let document = db.document("c/d")
        let error = await #expect(throws: FirestoreError.self) {
            try await db.runTransaction { transaction in
                transaction.setData(["n": 1], forDocument: document)
                _ = try await transaction.getDocument(document)
            }
        }
        #expect(error?.code == .invalidArgument)
        #expect(try await !document.getDocument().exists)
    }

    @Test func `an error of the body frees what it has read for others`() async throws {
        struct Refused: Error {}
        let document = db.document("c/d")
        try await document.setData(["n": 1])
        await #expect(throws: Refused.self) {
            try await db.runTransaction { transaction in
                _ = try await transaction.getDocument(document)
                transaction.deleteDocument(document)
                throw Refused()
            }
        }
        // Another client, so that no queue of the first one orders its calls.
        try await server.firestore(retryPolicy: .never).document("c/d").updateData(["n": 2])
        #expect(try await document.getDocument().get("n") as? Int == 2)
    }

    @Test func `the rules decide about the reads and the writes`() async throws {
        try await server.setRules(
            """
            service cloud.firestore { match /databases/{d}/documents {
              match /open/{id} { allow read, write; }
              match /readable/{id} { allow read; } } }
            """)
        let user = try server.firestore(as: .emulatorUser(uid: "bob"))
        try await increment(user.document("open/a"), by: user)
        for path in ["readable/a", "closed/a"] {
            let error = await #expect(throws: FirestoreError.self) {
                try await increment(user.document(path), by: user)
            }
            #expect(error?.code == .permissionDenied)
        }
        #expect(try await db.document("open/a").getDocument().get("n") as? Int == 1)
    }
}

/// Where tasks wait for each other, once.
private actor Meeting {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of count: Int) { missing = count }

    func arrive() async {
        missing -= 1
        if missing > 0 {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }
}
