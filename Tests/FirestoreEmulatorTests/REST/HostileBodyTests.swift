import FirestoreREST
import HTTPTransport
import HTTPTypes
import Testing

@testable import FirestoreEmulator

/// Bodies that are no message, sent to every method that reads one.
@Suite("Hostile bodies")
struct HostileBodyTests {
    private static let root = "/v1/projects/p/databases/(default)/documents"

    private static let routes: [(HTTPRequest.Method, String)] = [
        (.patch, root + "/c/a"), (.post, root + "/c"), (.post, root + ":commit"), (.post, root + ":batchGet"),
        (.post, root + ":batchWrite"), (.post, root + ":runQuery"), (.post, root + ":runAggregationQuery"),
        (.post, root + ":listCollectionIds"), (.post, root + ":beginTransaction"),
        (.post, root + ":rollback"),
        (.put, "/emulator/v1/projects/p:securityRules"),
    ]

    private func isRefused(_ body: [UInt8]) -> Bool {
        let front = Emulator().front
        return Self.routes.allSatisfy { method, path in
            let request = HTTPRequest(
                method: method, scheme: nil, authority: nil, path: path,
                headerFields: [.authorization: "Bearer owner"])
            let response = front.respond(to: request, body: body)
            return response.head.status == .badRequest
                && ErrorBody.decode(response.body, httpStatus: 400) == .invalidPayload
        }
    }

    @Test(arguments: ["[", #"{"a":"#, #"{"fields":{"a":{"mapValue":"#, #"{"writes":[{"update":"#])
    func `ten thousand levels are refused, closed or not`(level: String) {
        let opened = String(repeating: level, count: 10_000)
        let closing = level.reversed().compactMap { $0 == "{" ? "}" : $0 == "[" ? "]" : nil }.joined()
        #expect(isRefused(Array(opened.utf8)))
        #expect(isRefused(Array((opened + "1" + String(repeating: closing, count: 10_000)).utf8)))
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]]
            as [[UInt8]])
    func `what is not UTF-8 is refused`(bytes: [UInt8]) {
        #expect(isRefused(bytes))
        #expect(isRefused(Array(#"{"name":""#.utf8) + bytes + Array(#""}"#.utf8)))
        #expect(isRefused(Array(#"{""#.utf8) + bytes + Array(#"":1}"#.utf8)))
    }

    @Test func `a body that is cut off is refused, wherever it ends`() {
        let body = Array(#"{"writes":[{"update":{"name":"é","fields":{"f":{"doubleValue":-1.5e3}}}}]}"#.utf8)
        for length in 1..<body.count { #expect(isRefused(Array(body.prefix(length))), "\(length) bytes") }
    }
}
