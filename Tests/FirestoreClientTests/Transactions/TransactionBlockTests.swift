// Transactions as they are written for Firebase's Apple SDK.
import FirestoreClient
import Foundation
import TestSupport
import Testing

@Suite struct TransactionBlockTests {
    /// An app's code that adds new residents to a city, in the form with a completion handler.
    private func addResidents(
        _ count: Int, to city: String, _ db: Firestore, _ done: @escaping @Sendable (Int?, NSError?) -> Void
    ) {
        let reference = db.collection("cities").document(city)
        db.runTransaction({ (transaction, errorPointer) -> Any? in
            let document: DocumentSnapshot
            do {
                try document = transaction.getDocument(reference)
            } catch let fetchError as NSError {
                errorPointer?.pointee = fetchError
                return nil
            }
            guard let population = document.data()?["population"] as? Int else {
                errorPointer?.pointee = NSError(
                    domain: "Cities", code: -1,
                    userInfo: [NSLocalizedDescriptionKey: "\(city) has no population"])
                return nil
            }
            transaction.updateData(["population": population + count], forDocument: reference)
            return population + count
        }) { (object, error) in
            done(object as? Int, error as NSError?)
        }
    }

    /// The same, awaited.
    private func addResidents(_ count: Int, to city: String, _ db: Firestore) async throws -> Any? {
        let reference = db.collection("cities").document(city)
        return try await db.runTransaction({ (transaction, errorPointer) -> Any? in
            let document: DocumentSnapshot
            do {
                document = try transaction.getDocument(reference)
            } catch let fetchError as NSError {
                errorPointer?.pointee = fetchError
                return nil
            }
            let population = document.data()?["population"] as? Int ?? 0
            transaction.setData(["population": population + count], forDocument: reference, merge: true)
            return nil
        })
    }

    private func makeScript(_ steps: [ScriptedTransport.Step]) throws -> TransactionScript {
        let script = try TransactionScript(steps)
        let settings = script.db.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        script.db.settings = settings
        return script
    }

    private func city(_ population: String) -> ScriptedTransport.Step {
        .json(#"[{"found":\#(documentJSON("cities/SF", population)),"readTime":"2026-01-02T03:04:07Z"}]"#)
    }

    private func outcome(_ script: TransactionScript) async -> (Int?, NSError?) {
        await withCheckedContinuation { done in
            addResidents(7, to: "SF", script.db) { done.resume(returning: ($0, $1)) }
        }
    }

    @Test func `a block reads, writes, and its value gets to the handler`() async throws {
        let script = try makeScript([
            .begun(), city(#"{"population":{"integerValue":"860000"}}"#), .committed,
        ])
        let (population, error) = await outcome(script)
        #expect(population == 860_007 && error == nil)
        #expect(script.methods == ["beginTransaction", "batchGet", "commit"])
        #expect(script.bodies[2].contains(#"{"integerValue":"860007"}"#))
    }

    @Test func `the error that a block sets ends the transaction and gets to the handler`() async throws {
        let script = try makeScript([.begun(), city("{}"), .rolledBack])
        let (population, error) = await outcome(script)
        #expect(population == nil)
        #expect(error?.domain == "Cities" && error?.code == -1)
        #expect(error?.localizedDescription == "SF has no population")
        #expect(script.methods.last == "rollback")
    }

    @Test func `a conflict at a read that a block passes on makes it run again`() async throws {
        let script = try makeScript([
            .begun(), .aborted, .rolledBack, .begun(), city(#"{"population":{"integerValue":"1"}}"#),
            .committed,
        ])
        let (population, error) = await outcome(script)
        #expect(population == 8 && error == nil)
    }

    @Test
    func `an error of a read that a block passes on gets to the handler with the SDK's domain and code`()
        async throws
    {
        let denied = ScriptedTransport.Step.json(errorJSON(403, "PERMISSION_DENIED"), status: 403)
        let script = try makeScript([.begun(), denied, .rolledBack])
        let (_, error) = await outcome(script)
        #expect(error?.domain == FirestoreErrorDomain)
        #expect(error?.code == FirestoreErrorCode.permissionDenied.rawValue)
        #expect(script.transport.remaining == 0)
    }

    @Test func `a block can be awaited, and options given`() async throws {
        let script = try makeScript([.begun(), .missing("cities/SF"), .committed])
        #expect(try await addResidents(5, to: "SF", script.db) == nil)
        #expect(script.bodies[2].contains(#"{"integerValue":"5"}"#))

        let other = try makeScript([.begun(), .aborted])
        let options = TransactionOptions()
        options.maxAttempts = 1
        let error = await #expect(throws: FirestoreError.self) {
            _ = try await other.db.runTransaction(with: options, block: { _, _ in "value" })
        }
        #expect(error?.code == .aborted)
        let (object, refused) = await withCheckedContinuation { done in
            options.maxAttempts = 0
            other.db.runTransaction(with: options, block: { _, _ in nil }) { object, error in
                done.resume(returning: (object as? String, (error as? FirestoreError)?.code))
            }
        }
        #expect(object == nil && refused == .invalidArgument)
    }

    @Test @MainActor func `a block of the main actor does not stop it`() async throws {
        let script = try makeScript([.begun(), .found(), .json("{}")])
        let reference = script.db.document("c/d")
        let object = try await script.db.runTransaction({ transaction, errorPointer in
            (try? transaction.getDocument(reference))?.get("n")
        })
        #expect(object as? Int == 1)
    }

    @Test func `a read that blocks is refused where there is no thread for it`() async throws {
        let script = try makeScript([.begun(), .rolledBack])
        let reference = script.db.document("c/d")
        func read(_ transaction: Transaction) throws -> DocumentSnapshot {
            try transaction.getDocument(reference)
        }
        let error = await #expect(throws: FirestoreError.self) {
            try await script.db.runTransaction { try read($0) }
        }
        #expect(error?.code == .failedPrecondition)
        #expect(error?.message.contains("write try await") == true)
    }
}
