import EmulatorAccess
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import FirestoreRules
import HTTPTransport
import HTTPTypes
import Testing

@testable import FirestoreEmulator

@Suite("The clock")
struct AdjustableClockTests {
    private static func answer(
        _ emulator: Emulator, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    )
        async throws -> (status: Int, text: String)
    {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "e", path: path,
            headerFields: [.authorization: "Bearer owner", .contentType: "application/json"])
        let response = try await emulator.transport.send(request, body: Array(body.utf8))
        return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    @Test func `it stands, goes forward, and runs again`() throws {
        let base = EmulatorClock { Timestamp(seconds: 1000, nanoseconds: 999_999_999) }
        let clock = AdjustableClock(base)
        #expect(clock.now() == base.now())
        #expect(clock.isUnset)
        try clock.advance(by: ClockAdvance(seconds: 5, nanoseconds: 2))
        #expect(clock.now() == Timestamp(seconds: 1006, nanoseconds: 1))
        #expect(!clock.isUnset)
        try clock.stand(at: Timestamp(seconds: 7, nanoseconds: 0))
        try clock.advance(by: ClockAdvance(seconds: 1, nanoseconds: 500_000_000))
        try clock.advance(by: ClockAdvance(seconds: 0, nanoseconds: 500_000_000))
        #expect(clock.now() == Timestamp(seconds: 9, nanoseconds: 0))
        clock.unset()
        #expect(clock.now() == base.now())
        #expect(clock.isUnset)
    }

    @Test func `it stays within the times that Firestore has`() throws {
        let clock = AdjustableClock(EmulatorClock { Timestamp(seconds: 1000, nanoseconds: 0) })
        let beyond = RPCStatus.invalidArgument("The clock cannot go beyond the year 9999.")
        for seconds in [253_402_300_799, Int64.max] {
            #expect(throws: beyond) { try clock.advance(by: ClockAdvance(seconds: seconds, nanoseconds: 0)) }
        }
        try clock.stand(at: Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_999))
        #expect(throws: beyond) { try clock.advance(by: ClockAdvance(seconds: 0, nanoseconds: 1)) }
        #expect(throws: RPCStatus.self) { try clock.stand(at: Timestamp(seconds: -1, nanoseconds: 0)) }
        #expect(clock.now().seconds == 253_402_300_799)
    }

    @Test func `a test says over REST when things happen`() async throws {
        let emulator = Emulator()
        let path = "/v1/projects/p/databases/(default)/documents/c/"
        let set = try await Self.answer(
            emulator, .put, "/emulator/v1/clock", #"{"time": "2030-01-02T03:04:05Z"}"#)
        #expect(set.status == 200)
        #expect(
            set.text
                == "{\n  \"time\": \"2030-01-02T03:04:05Z\",\n  \"system\": false,\n  \"stopped\": true\n}\n")
        #expect(try await Self.answer(emulator, .patch, path + "a").text.contains("\"2030-01-02T03:04:05Z\""))
        // Commit times grow while the clock stands, and when it is set back.
        #expect(
            try await Self.answer(emulator, .patch, path + "b").text.contains(
                "\"2030-01-02T03:04:05.000001Z\""))
        _ = try await Self.answer(emulator, .put, "/emulator/v1/clock", #"{"time": "2029-01-01T00:00:00Z"}"#)
        #expect(
            try await Self.answer(emulator, .patch, path + "c").text.contains(
                "\"2030-01-02T03:04:05.000002Z\""))
        _ = try await Self.answer(emulator, .put, "/emulator/v1/clock", #"{"time": "2030-01-02T03:04:06Z"}"#)
        let later = try await Self.answer(emulator, .put, "/emulator/v1/clock", #"{"advance": "86400.5s"}"#)
        #expect(later.text.contains("\"2030-01-03T03:04:06.500Z\""))
        #expect(later.text.contains("\"stopped\": true"))
        #expect(
            try await Self.answer(emulator, .patch, path + "d").text.contains("\"2030-01-03T03:04:06.500Z\""))
        let unset = try await Self.answer(emulator, .put, "/emulator/v1/clock", #"{"system": true}"#)
        #expect(unset.text.contains("\"system\": true") && unset.text.contains("\"stopped\": false"))
        #expect(try await Self.answer(emulator, .get, "/emulator/v1/clock").text.contains("\"system\": true"))
    }

    @Test func `a transaction expires when its time has come`() async throws {
        let emulator = Emulator()
        let root = "/v1/projects/p/databases/(default)/documents"
        let begun = try await Self.answer(emulator, .post, root + ":beginTransaction", "{}")
        let id = try BeginTransactionResponse(body: Array(begun.text.utf8)).transaction
        _ = try await Self.answer(emulator, .put, "/emulator/v1/clock", #"{"advance": "61s"}"#)
        let commit = String(decoding: CommitRequest(writes: [], transaction: id).encoded(), as: UTF8.self)
        let answer = try await Self.answer(emulator, .post, root + ":commit", commit)
        #expect(answer.status == 400)
        #expect(answer.text.contains("Transaction is invalid or closed."))
    }

    @Test(arguments: [
        "{}", #"{"system": false}"#, #"{"time": "2030"}"#,
        #"{"time": "2030-01-01T00:00:00Z", "system": true}"#,
        #"{"advance": "5"}"#, #"{"advance": "-5s"}"#, #"{"advance": "s"}"#, #"{"advance": "1.s"}"#,
        #"{"advance": "1.0000000001s"}"#, #"{"advance": "99999999999999999999s"}"#, #"{"later": 1}"#, "[]",
        #"{"time": "1969-12-31T23:59:59Z"}"#,
    ])
    func `what is no time is refused, and the clock runs on`(body: String) async throws {
        let emulator = Emulator()
        #expect(try await Self.answer(emulator, .put, "/emulator/v1/clock", body).status == 400)
        #expect(try await Self.answer(emulator, .get, "/emulator/v1/clock").text.contains("\"system\": true"))
    }

    @Test func `a reset forgets documents and rules`() async throws {
        let emulator = Emulator()
        emulator.setRules(
            SourceFile(content: "service cloud.firestore { match /c/{id} { allow read; } }"), project: "p")
        let path = "/v1/projects/p/databases/(default)/documents/c/a"
        #expect(try await Self.answer(emulator, .patch, path).status == 200)
        let answer = try await Self.answer(emulator, .post, "/reset")
        #expect(answer == (200, "Resetting...\n"))
        #expect(try await Self.answer(emulator, .get, path).status == 404)
        #expect(
            try await Self.answer(emulator, .get, "/emulator/v1/projects/p:securityRules").text.contains(
                "OPEN_RULES"))
        #expect(try await Self.answer(emulator, .get, "/reset").status == 404)
        // Only a process that serves a socket can be asked to end.
        #expect(try await Self.answer(emulator, .post, "/shutdown") == (404, "Not Found\n"))
    }
}
