import CurlHTTP
import FirestoreClient
import FirestoreModel
import TestSupport
import Testing

/// Each fault as the client meets it, over libcurl, in front of an emulator on a socket.
@Suite(.timeLimit(.minutes(1)))
struct FaultsAndClientTests {
    private static func increment(_ emulator: ProxiedEmulator) async throws(FirestoreError) {
        try await emulator.client.document("c/d").setData(["n": FieldValue.increment(1)], merge: true)
    }

    private static func stored(_ emulator: ProxiedEmulator) async throws -> Int? {
        try await emulator.direct.document("c/d").getDocument().get("n") as? Int
    }

    /// What the client throws for an increment, and whether it has happened all the same.
    @Test(arguments: [
        (Fault.refuse, StatusCode.unavailable, false),
        (.resetRequest(afterBytes: 100), .unavailable, false),
        (.resetRequest(afterBytes: 9999), .unavailable, false),
        (.loseAnswer, .unavailable, true), (.garbage, .unavailable, true),
        (.cutAnswer(.head, .close), .unavailable, true), (.cutAnswer(.head, .reset), .unavailable, true),
        (.cutAnswer(.body, .close), .unavailable, true), (.cutAnswer(.body, .reset), .unavailable, true),
        (.overloaded(retryAfterSeconds: 1), .resourceExhausted, false), (.unavailable, .unavailable, false),
    ])
    func `a write that fails is in the database if and only if the server saw it`(
        fault: Fault, code: StatusCode, isWritten: Bool
    ) async throws {
        try await ProxiedEmulator.serve(FaultPlan([fault]), retryPolicy: .never) { emulator in
            let error = await #expect(throws: FirestoreError.self) { try await Self.increment(emulator) }
            #expect(error?.code == code)
            #expect(try await Self.stored(emulator) == (isWritten ? 1 : nil))
            if isWritten { #expect(error?.isOutcomeUnknown == true) }
            #expect(emulator.proxy.record.faults == [fault.kind: 1])
            try await Self.increment(emulator)
            #expect(try await Self.stored(emulator) == (isWritten ? 2 : 1))
        }
    }

    @Test func `a receipt whose answer is lost after the commit is written again, and there once`()
        async throws
    {
        let lost: [Fault] = [.loseAnswer, .cutAnswer(.body, .reset), .garbage, .cutAnswer(.head, .close)]
        try await ProxiedEmulator.serve(FaultPlan(lost)) { emulator in
            try await emulator.client.document("c/d").setData(
                ["readBy": FieldValue.arrayUnion(["bob"])], merge: true)
            #expect(emulator.client.usage.retries == 4 && emulator.proxy.record.answersReceived == 5)
            let readBy = try await emulator.direct.document("c/d").getDocument().get("readBy")
            #expect(readBy as? [String] == ["bob"])
        }
    }

    @Test func `the client waits as long as a refusal asks for`() async throws {
        let clock = InstantClock()
        let plan = FaultPlan([.overloaded(retryAfterSeconds: 30)])
        try await ProxiedEmulator.serve(plan, clock: clock) { emulator in
            try await Self.increment(emulator)
            #expect(clock.sleeps == [.seconds(30)])
            #expect(try await Self.stored(emulator) == 1)
        }
    }

    @Test func `the client keeps its connection through the proxy`() async throws {
        let slow: [Fault] = [
            .pass, .overloaded(retryAfterSeconds: 1), .unavailable, .delayRequest(.seconds(1)),
            .delayAnswer(.seconds(1)), .throttle(bytesPerSecond: 100),
        ]
        try await ProxiedEmulator.serve(FaultPlan(slow)) { emulator in
            for _ in 0..<10 { _ = try await emulator.client.document("c/d").getDocument() }
            #expect(emulator.http.connectionsOpened == 1 && emulator.proxy.record.connections == 1)
            #expect(emulator.proxy.record.requestsForwarded == 10)
        }
    }

    @Test func `a large commit passes whole`() async throws {
        try await ProxiedEmulator.serve(FaultPlan()) { emulator in
            let batch = emulator.client.batch()
            let text = String(repeating: "x", count: 100_000)
            for number in 0..<8 {
                batch.setData(["t": text], forDocument: emulator.client.document("c/\(number)"))
            }
            try await batch.commit()
            let documents = try await emulator.client.collection("c").getDocuments().documents
            #expect(documents.count == 8 && documents.allSatisfy { $0.get("t") as? String == text })
        }
    }
}
