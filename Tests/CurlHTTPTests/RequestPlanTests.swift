import CurlHTTP
import HTTPTransport
import HTTPTypes
import Testing

struct RequestPlanTests {
    private func plan(
        _ method: HTTPRequest.Method = .get, path: String? = "/", fields: HTTPFields = [:], body: String = ""
    ) throws(HTTPTransportError) -> RequestPlan {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "a", path: path, headerFields: fields
        )
        return try RequestPlan(request, body: Array(body.utf8), userAgent: "agent")
    }

    private func lines(_ plan: RequestPlan) -> [String] {
        plan.headerBlock.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a field becomes a line`() throws {
        let plan = try plan(
            .post, fields: [.contentType: "application/json", .userAgent: "mine"], body: "{}")
        #expect(lines(plan) == ["Content-Type: application/json", "User-Agent: mine", "Expect:"])
    }

    @Test func `what curl would add by itself is taken back`() throws {
        #expect(lines(try plan(.post)) == ["User-Agent: agent", "Content-Type:", "Expect:"])
    }

    @Test func `an empty value is sent, not left out`() throws {
        let name = try #require(HTTPField.Name("X-Empty"))
        #expect(lines(try plan(fields: [name: ""])).contains("X-Empty;"))
    }

    @Test func `repeated fields stay apart`() throws {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .via, value: "a"))
        fields.append(HTTPField(name: .via, value: "b"))
        #expect(lines(try plan(fields: fields)).filter { $0.hasPrefix("Via") } == ["Via: a", "Via: b"])
    }

    @Test func `a line break in a value cannot begin a new line`() throws {
        let name = try #require(HTTPField.Name("X-Evil"))
        for value in ["a\r\nX-Injected: b", "a\nX-Injected: b", "a\rX-Injected: b"] {
            let lines = lines(try plan(fields: [name: value]))
            #expect(!lines.contains { $0.hasPrefix("X-Injected") || $0.contains("\n") || $0.contains("\r") })
        }
    }
}
