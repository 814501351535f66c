import FirestoreClient
import FirestoreModel
import HTTPTransport
import TestSupport
import Testing

@Suite struct RetryOnTheWireTests {
    private let policy = RetryPolicy(maximumAttempts: 3, initialDelay: .seconds(1))
    private let unavailable = ScriptedTransport.Step.json(errorJSON(503, "UNAVAILABLE"), status: 503)

    private func makeClient(_ steps: [ScriptedTransport.Step]) throws -> (
        Firestore, ScriptedTransport, InstantClock
    ) {
        let (transport, clock) = (ScriptedTransport(steps), InstantClock())
        let firestore = try makeFirestore(
            transport, retryPolicy: policy, clock: clock, generator: LargestNumbers())
        return (firestore, transport, clock)
    }

    @Test func `a read is tried again after waits, and counted`() async throws {
        let (firestore, transport, clock) = try makeClient([
            unavailable, unavailable, .json(documentJSON("c/d")),
        ])
        #expect(try await firestore.document("c/d").getDocument().exists)
        #expect(transport.requests.count == 3)
        #expect(Set(transport.requests.map(\.line)).count == 1)
        #expect(clock.sleeps == [.seconds(1), .seconds(2)])
        #expect(firestore.usage.requests == 3)
        #expect(firestore.usage.retries == 2)
        #expect(firestore.usage.documentsRead == 1)
    }

    @Test func `the last failure is thrown when the attempts are used up`() async throws {
        let (firestore, transport, _) = try makeClient([unavailable, .failure(.connectionLost), unavailable])
        let error = try await failure { () async throws(FirestoreError) in
            try await firestore.document("c/d").getDocument()
        }
        #expect(error.code == .unavailable)
        #expect(error.attempts == 3)
        #expect(error.isRetryable)
        #expect(!error.isOutcomeUnknown, "a read leaves nothing open")
        #expect(transport.remaining == 0)
    }

    private func commit(
        _ data: [AnyHashable: Any], precondition: WritePrecondition? = nil, _ steps: [ScriptedTransport.Step]
    ) async throws -> (error: FirestoreError?, requests: [ScriptedTransport.Request]) {
        let (firestore, transport, _) = try makeClient(steps)
        let batch = firestore.batch()
        if let precondition {
            batch.updateData(data, forDocument: firestore.document("c/d"), precondition: precondition)
        } else {
            batch.updateData(data, forDocument: firestore.document("c/d"))
        }
        do throws(FirestoreError) {
            try await batch.commit()
        } catch {
            return (error, transport.requests)
        }
        return (nil, transport.requests)
    }

    @Test func `a receipt is written again after an answer was lost`() async throws {
        let (error, requests) = try await commit(
            ["readBy": FieldValue.arrayUnion(["bob"])], [.failure(.connectionLost), .json(commitJSON())])
        #expect(error == nil)
        #expect(requests.count == 2)
        #expect(requests.first?.body == requests.last?.body)
    }

    @Test func `an increment is not repeated when its answer was lost`() async throws {
        for step in [unavailable, .failure(.timedOut), .failure(.connectionLost), .json("{", status: 200)] {
            let (error, requests) = try await commit(
                ["n": FieldValue.increment(1)], [step, .json(commitJSON())])
            #expect(requests.count == 1)
            #expect(error?.isOutcomeUnknown == true)
            #expect(
                error?.message.contains("The write may have succeeded") == true,
                "\(error?.message ?? "")")
        }
    }

    @Test func `an increment is repeated when it certainly was not carried out`() async throws {
        for step in [
            ScriptedTransport.Step.failure(.unreachable), .json(errorJSON(409, "ABORTED"), status: 409),
            .json(errorJSON(429, "RESOURCE_EXHAUSTED"), status: 429),
        ] {
            let (error, requests) = try await commit(
                ["n": FieldValue.increment(1)], [step, .json(commitJSON())])
            #expect(error == nil)
            #expect(requests.count == 2)
        }
    }

    @Test func `an increment that requires an update time is repeated, and a refusal then leaves it open`()
        async throws
    {
        let lost = ScriptedTransport.Step.failure(.connectionLost)
        let time = WritePrecondition.lastUpdateTime(Timestamp(seconds: 5, nanoseconds: 0))
        let refused = ScriptedTransport.Step.json(errorJSON(400, "FAILED_PRECONDITION"), status: 400)
        let first = try await commit(["n": FieldValue.increment(1)], precondition: time, [lost, refused])
        #expect(first.requests.count == 2)
        #expect(first.error?.code == .failedPrecondition)
        #expect(first.error?.isOutcomeUnknown == true)
        let second = try await commit(["n": FieldValue.increment(1)], precondition: time, [refused])
        #expect(second.error?.isOutcomeUnknown == false)
    }

    @Test func `a new document whose first answer was lost counts as added`() async throws {
        let exists = ScriptedTransport.Step.json(errorJSON(409, "ALREADY_EXISTS"), status: 409)
        let (firestore, transport, _) = try makeClient([.failure(.connectionLost), exists])
        let reference = try await firestore.collection("c").addDocument(data: ["a": 1])
        #expect(reference.documentID.utf8.count == 20)
        #expect(transport.requests.count == 2)
        let (other, _, _) = try makeClient([exists])
        let error = try await failure { () async throws(FirestoreError) in
            try await other.collection("c").addDocument(data: ["a": 1])
        }
        #expect(error.code == .alreadyExists)
    }

    @Test func `the time that exchanges take counts`() async throws {
        let clock = InstantClock()
        let slow = ScriptedTransport.Step.work { (_) throws(HTTPTransportError) in
            clock.advance(by: .seconds(40))
            throw HTTPTransportError(.timedOut, "slow")
        }
        let transport = ScriptedTransport([slow, slow, slow])
        let firestore = try makeFirestore(transport, retryPolicy: .default, clock: clock)
        let error = try await failure { () async throws(FirestoreError) in
            try await firestore.document("c/d").getDocument()
        }
        #expect(error.code == .deadlineExceeded)
        #expect(error.attempts == 2)
    }

    @Test func `Retry-After is respected`() async throws {
        let (firestore, _, clock) = try makeClient([
            .json(errorJSON(429, "RESOURCE_EXHAUSTED"), status: 429, retryAfter: "7"), .json(commitJSON()),
        ])
        try await firestore.document("c/d").delete()
        #expect(clock.sleeps == [.seconds(7)])
        for value in ["Wed, 21 Oct 2026 07:28:00 GMT", "-5", "1e9", ""] {
            let (firestore, _, clock) = try makeClient([
                .json(errorJSON(429, "RESOURCE_EXHAUSTED"), status: 429, retryAfter: value),
                .json(commitJSON()),
            ])
            try await firestore.document("c/d").delete()
            #expect(clock.sleeps == [.seconds(1)], "\(value)")
        }
    }

    @Test func `a Retry-After beyond the time for the call ends it at once`() async throws {
        let (firestore, transport, clock) = try makeClient([
            .json(errorJSON(503, "UNAVAILABLE"), status: 503, retryAfter: "9223372036854775807")
        ])
        let error = try await failure { () async throws(FirestoreError) in
            try await firestore.document("c/d").getDocument()
        }
        #expect(error.code == .unavailable)
        #expect(clock.sleeps.isEmpty)
        #expect(transport.requests.count == 1)
    }

    @Test func `a cancelled task sends nothing`() async throws {
        let (firestore, transport, _) = try makeClient([])
        let task = Task { () async throws in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await failure { () async throws(FirestoreError) in
                try await firestore.document("c/d").delete()
            }
        }
        let error = try await task.value
        #expect(error.code == .cancelled)
        #expect(!error.isOutcomeUnknown)
        #expect(!error.isRetryable)
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
    }

    @Test func `cancelling between attempts ends the call at once`() async throws {
        let (firestore, transport, _) = try makeClient([
            .work { (_) throws(HTTPTransportError) in
                withUnsafeCurrentTask { $0?.cancel() }
                throw HTTPTransportError(.connectionLost, "gone")
            }
        ])
        let task = Task { () async throws in
            try await failure { () async throws(FirestoreError) in
                try await firestore.document("c/d").delete()
            }
        }
        let error = try await task.value
        #expect(error.code == .cancelled)
        #expect(error.isOutcomeUnknown, "the first attempt may have deleted the document")
        #expect(transport.requests.count == 1)
    }

    @Test func `a request too large for an emulator is not sent again`() async throws {
        let tooLarge = ScriptedTransport.Step.json(
            errorJSON(429, "RESOURCE_EXHAUSTED", "gRPC message exceeds maximum size 4194304: 5000100"),
            status: 429)
        let (firestore, transport, _) = try makeClient([tooLarge, tooLarge, tooLarge])
        let batch = firestore.batch()
        for index in 0..<5 {
            batch.setData(
                ["x": String(repeating: "x", count: 1_000_000)], forDocument: firestore.document("c/\(index)")
            )
        }
        let error = try await failure { () async throws(FirestoreError) in try await batch.commit() }
        #expect(transport.requests.count == 1)
        #expect(!error.isRetryable)
        #expect(error.message.contains("bytes"))
    }
}
