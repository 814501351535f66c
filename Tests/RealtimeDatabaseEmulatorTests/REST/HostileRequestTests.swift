import HTTPTransport
import HTTPTypes
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@Suite("Requests of any kind", .timeLimit(.minutes(2)))
struct HostileRequestTests {
    private static let methods: [HTTPRequest.Method] = [.get, .put, .patch, .post, .delete, .head, .options]
    private static let pieces = [
        "/", "a", "b", ".json", "%", "%2F", "%00", "%FF", "?", "&", "=", "#", "ns=", "auth=", "orderBy=",
        "%22$key%22",
        "startAt=", "endAt=%22a%22", "limitToFirst=", "1", "-1", "99999999999999999999", "shallow=true",
        "print=pretty",
        "callback=f", ".settings/rules", ".inspect/databases", "null", "é", "+", "access_token=x",
        "auth_variable_override=",
        "{}", "timeout=1s",
    ]
    private static let words = [
        "{", "}", "[", "]", ":", ",", "\"a\"", "\"b/c\"", "\".sv\"", "\"timestamp\"", "\".value\"",
        "\".priority\"",
        "\"increment\"", "1", "-0", "1e400", "null", "true", "\"\\ud800\"", "\"$x\"", " ", "\u{0}",
    ]

    @Test(arguments: SeededGenerator.seeds(10))
    func `every request has an answer, and none of them is the server's fault`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let database = TestDatabase()
        for round in 0..<300 {
            let method = generator.pick(Self.methods)
            let path = "/" + generator.list(0...8) { $0.pick(Self.pieces) }.joined()
            let body = generator.list(0...14) { $0.pick(Self.words) }.joined()
            var headers: HTTPFields = [:]
            if generator.oneIn(3) {
                headers[.authorization] = generator.pick(["Bearer owner", "Bearer", "x"])
            }
            if generator.oneIn(4) { headers[.ifMatch] = generator.pick(["null_etag", "x"]) }
            if generator.oneIn(4) {
                headers[.origin] = generator.pick(["http://localhost", "http://page.test"])
            }
            let answer = try await database.send(method, path, body, headers)
            #expect(
                (200..<500).contains(answer.status), "seed \(seed), round \(round): \(method) \(path) \(body)"
            )
        }
        #expect(try await database.send(.get, "/.json").status == 200)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `bodies of any bytes have an answer`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let database = TestDatabase()
        for _ in 0..<200 {
            let body = generator.bytes(0...60)
            let request = HTTPRequest(method: .put, scheme: "http", authority: "localhost", path: "/a.json")
            let status = try await database.emulator.transport.send(request, body: body).head.status.code
            #expect(status == 200 || status == 400, "seed \(seed): \(body)")
        }
    }

    @Test func `what is nested without end is refused`() async throws {
        let database = TestDatabase()
        for opening in ["[", #"{"a":"#] {
            let answer = try await database.put("/a.json", String(repeating: opening, count: 200_000))
            #expect(answer.status == 400)
        }
    }
}
