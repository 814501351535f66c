import HTTPTypes
import JSONText
import TestSupport
import Testing

@Suite("Request sizes")
struct RequestSizeTests {
    /// Production takes 10 MiB. Google's emulator counts the bytes of the protocol buffer, not of the JSON text.
    @Test func `a request of five megabytes is taken`() async throws {
        let server = try TestServer()
        let text = String(repeating: "x", count: 1_000_000)
        let writes = (0..<5).map { number in
            #"{"update": {"name": "\#(server.root)/c/\#(number)", "fields": {"s": {"stringValue": "\#(text)"}}}}"#
        }
        let answer = try await server.exchange(
            .post, ":commit", body: #"{"writes": [\#(writes.joined(separator: ", "))]}"#)
        if server.isGoogles, ListedDifference.allCases.contains(.requestSize) {
            #expect(answer.status == 429)
            #expect(answer.json?["error"]?["status"]?.string == "RESOURCE_EXHAUSTED")
        } else {
            #expect(answer.status == 200)
            #expect(answer.json?["writeResults"]?.array?.count == 5)
        }
    }
}
