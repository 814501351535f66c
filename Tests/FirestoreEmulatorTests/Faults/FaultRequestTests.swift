import FirestoreModel
import FirestoreRPC
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Faults on request")
struct FaultRequestTests {
    private static let document = "/v1/projects/demo/databases/(default)/documents/c/d"

    private static func answer(
        _ emulator: Emulator, _ method: HTTPRequest.Method, _ path: String = "/emulator/v1/faults",
        _ body: String = "", _ fields: HTTPFields = [:]
    ) async throws -> (head: HTTPResponse, text: String) {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "emulator", path: path, headerFields: fields)
        let response = try await emulator.transport.send(request, body: Array(body.utf8))
        return (response.head, String(decoding: response.body, as: UTF8.self))
    }

    private static func emulator(
        _ faults: String, clock: any Clock<Duration> = TestSupport.InstantClock()
    ) async throws -> Emulator {
        var configuration = EmulatorConfiguration()
        configuration.sleepClock = clock
        configuration.faults = try EmulatorFaults(json: #"{"seed": 1, "faults": [\#(faults)]}"#)
        return Emulator(configuration: configuration)
    }

    @Test func `faults are set, counted, and cleared`() async throws {
        let emulator = Emulator()
        #expect(try await Self.answer(emulator, .get).text == "{\n  \"faults\": []\n}\n")
        let body = #"{"seed": 3, "faults": [{"methods": ["GetDocument"], "status": "UNAVAILABLE"}]}"#
        #expect(try await Self.answer(emulator, .put, "/emulator/v1/faults", body).head.status == .ok)
        let failed = try await Self.answer(emulator, .get, Self.document)
        #expect(failed.head.status.code == 503)
        #expect(failed.text.contains("This failure was requested of the emulator."))
        let set = try await Self.answer(emulator, .get).text
        #expect(set.contains(#""applied": 1"#) && set.contains(#""seed": 3"#))
        // What was returned can be set again, and its count begins anew.
        let again = try await Self.answer(emulator, .put, "/emulator/v1/faults", set).text
        #expect(again == set.replacing(#""applied": 1"#, with: #""applied": 0"#))
        #expect(try await Self.answer(emulator, .delete).text == "{\n  \"faults\": []\n}\n")
        #expect(try await Self.answer(emulator, .get, Self.document).head.status.code == 404)
    }

    @Test func `faults that cannot be read are refused with a sentence, and change nothing`() async throws {
        let emulator = try await Self.emulator(#"{"status": "ABORTED"}"#)
        let refused = try await Self.answer(
            emulator, .put, "/emulator/v1/faults", #"{"faults": [{"status": "ABORTED", "share": 2}]}"#)
        #expect(refused.head.status.code == 400)
        #expect(refused.text.contains("faults[0].share must be a number from 0 to 1."))
        #expect(try await Self.answer(emulator, .get).text.contains("ABORTED"))
    }

    @Test func `writes beyond a rate are refused, by a share that the seed decides`() async throws {
        var configuration = EmulatorConfiguration()
        let clock = FirestoreEmulatorTests.ManualClock(.make(1000))
        configuration.clock = clock.clock
        configuration.faults = try EmulatorFaults(
            json: #"{"seed": 1, "faults": [{"documentRate": 1}, {"collectionRate": 3}]}"#)
        let emulator = Emulator(configuration: configuration)
        func write(_ id: String) async throws -> (status: Int, text: String) {
            let (head, text) = try await Self.answer(
                emulator, .patch, "/v1/projects/demo/databases/(default)/documents/c/\(id)", "{}",
                [.authorization: "Bearer owner"])
            return (head.status.code, text)
        }
        #expect(try await write("a").status == 200)
        let contended = try await write("a")
        #expect(contended.status == 409)
        #expect(contended.text.contains("Too much contention on these documents. Please try again."))
        #expect(try await write("b").status == 200)
        #expect(try await write("c").status == 200)
        let tooMany = try await write("d")
        #expect(tooMany.status == 429)
        #expect(tooMany.text.contains("The collection c takes 3 writes a second so far."))
        clock.set(.make(1001))
        #expect(try await write("a").status == 200)
        let counted = try await Self.answer(emulator, .get).text
        #expect(counted.contains(#""documentRate": 1.0"#) && counted.contains(#""collectionRate": 3.0"#))
        // A share of nothing lets all pass.
        let never = #"{"seed": 1, "faults": [{"documentRate": 1, "share": 0}]}"#
        #expect(try await Self.answer(emulator, .put, "/emulator/v1/faults", never).head.status == .ok)
        for _ in 1...3 { #expect(try await write("a").status == 200) }
    }

    @Test func `web pages of other machines set no faults`() async throws {
        let emulator = Emulator()
        let answer = try await Self.answer(
            emulator, .put, "/emulator/v1/faults", #"{"faults": []}"#, [.origin: "https://example.com"])
        #expect(answer.head.status.code == 403)
    }

    @Test func `a page may read a failure as it reads an answer`() async throws {
        let emulator = try await Self.emulator(#"{"status": "ABORTED"}"#)
        let answer = try await Self.answer(
            emulator, .get, Self.document, "", [.origin: "http://localhost:3000"])
        #expect(answer.head.status.code == 409)
        #expect(answer.head.headerFields[.accessControlAllowOrigin] == "http://localhost:3000")
    }

    @Test func `a call that fails is not carried out, unless it fails afterwards`() async throws {
        for (member, status) in [("", 404), (#", "afterwards": true"#, 200)] {
            let emulator = try await Self.emulator(#"{"times": 1, "status": "UNAVAILABLE"\#(member)}"#)
            let patch = try await Self.answer(emulator, .patch, Self.document, "{}")
            #expect(patch.head.status.code == 503)
            #expect(try await Self.answer(emulator, .get, Self.document).head.status.code == status)
        }
    }

    @Test func `a late answer is late by so much`() async throws {
        let clock = TestSupport.InstantClock()
        let emulator = try await Self.emulator(#"{"latency": "0.25s"}"#, clock: clock)
        #expect(try await Self.answer(emulator, .get, Self.document).head.status.code == 404)
        #expect(clock.sleeps == [.milliseconds(250)])
        _ = try await Self.answer(emulator, .get, "/emulator/v1/clock")
        #expect(clock.sleeps.count == 1)
    }
}
