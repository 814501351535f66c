import HTTPTransport
import HTTPTypes
import Testing

@testable import FirestoreEmulator

@Suite("Requests about listeners")
struct ListeningRequestTests {
    private static func answer(
        _ emulator: Emulator, _ method: HTTPRequest.Method, _ body: String = ""
    ) async throws -> (status: Int, text: String) {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "emulator", path: "/emulator/v1/listening")
        let response = try await emulator.transport.send(request, body: Array(body.utf8))
        return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    @Test(arguments: ResumeAnswer.allCases)
    func `the answer to resuming listeners is set and returned`(answer: ResumeAnswer) async throws {
        var configuration = EmulatorConfiguration()
        configuration.resumeAnswer = .reset
        let emulator = Emulator(configuration: configuration)
        #expect(try await Self.answer(emulator, .get).text.contains(#""resume": "reset""#))
        let set = try await Self.answer(emulator, .put, #"{"resume": "\#(answer.rawValue)"}"#)
        #expect(set.status == 200)
        #expect(try await Self.answer(emulator, .get).text == set.text)
        #expect(set.text.contains("\"\(answer.rawValue)\""))
    }

    @Test(arguments: ["", "{}", #"{"resume": "perhaps"}"#, #"{"resume": 1}"#, #"{"other": "exact"}"#, "["])
    func `other bodies are refused, and change nothing`(body: String) async throws {
        let emulator = Emulator()
        #expect(try await Self.answer(emulator, .put, body).status == 400)
        #expect(try await Self.answer(emulator, .get).text.contains(#""resume": "exact""#))
    }
}
