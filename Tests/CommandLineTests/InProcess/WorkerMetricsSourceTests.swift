import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import receipts

@Suite("The metrics of a worker for the console", .timeLimit(.minutes(1)))
struct WorkerMetricsSourceTests {
    @Test func `they are read with the token, from the path that is named`() async throws {
        let transport = ScriptedTransport([
            .response(status: 200, fields: [:], body: Array("receipts_written_total 1\n".utf8)),
            .response(status: 200, fields: [:], body: []),
        ])
        let source = try #require(WorkerMetricsSource("http://127.0.0.1:8090/metrics?a=1", token: "secret"))
        #expect(await source.text(over: transport) == "receipts_written_total 1\n")
        let bare = try #require(WorkerMetricsSource("https://worker.example", token: nil))
        _ = await bare.text(over: transport)
        #expect(transport.requests.map(\.line) == ["GET /metrics?a=1", "GET /metrics"])
        let first = transport.requests[0].head
        #expect(first.scheme == "http" && first.authority == "127.0.0.1:8090")
        #expect(first.headerFields[.authorization] == "Bearer secret")
        #expect(transport.requests[1].head.headerFields[.authorization] == nil)
    }

    @Test func `a worker that is gone or refuses has no metrics`() async throws {
        let source = try #require(WorkerMetricsSource("http://127.0.0.1:8090/metrics", token: nil))
        let transport = ScriptedTransport([
            .response(status: 401, fields: [:], body: []),
            .failure(HTTPTransportError(.unreachable, "nobody listens")),
        ])
        #expect(await source.text(over: transport) == nil)
        #expect(await source.text(over: transport) == nil)
    }

    @Test(arguments: [
        "", "127.0.0.1:8090", "http:/x", "ftp://x/metrics", "http:///metrics", "http://a b/metrics", "http",
    ])
    func `what is no address is refused`(address: String) {
        #expect(WorkerMetricsSource(address, token: nil) == nil)
    }
}
