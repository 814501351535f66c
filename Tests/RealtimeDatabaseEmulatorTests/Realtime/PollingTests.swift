import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseWire
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Long polling", .timeLimit(.minutes(1)))
struct PollingTests {
    private let database: TestDatabase
    private let front: RealtimeFront

    init() {
        database = TestDatabase(DatabaseEmulatorConfiguration(sleepClock: ManualClock()))
        front = RealtimeFront(
            sessions: database.emulator.sessions, configuration: database.emulator.configuration)
    }

    private func send(_ parameters: String) async throws -> String {
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost:9000", path: "/.lp?" + parameters)
        let reply = try #require(front.reply(to: request))
        return String(decoding: try await reply.opened().collected().body, as: UTF8.self)
    }

    private func start() async throws -> String {
        let script = try await send("start=t&ser=1&cb=7&v=5")
        #expect(
            script.contains(#"parent.window["pLPCommand7"]"#) && script.contains(#"pRTLPCB(0, [{"t":"c""#))
        let words = script.split(separator: "\"")
        let index = try #require(words.firstIndex(of: "start"))
        return "id=\(words[index + 2])&pw=\(words[index + 4])"
    }

    private func segment(_ text: String, _ number: Int) -> String {
        "&seg0=\(number)&ts0=1&d0=\(Base64.encodeURLSafe(Array(text.utf8)))"
    }

    @Test func `requests go in, and answers come with numbers`() async throws {
        let client = try await start()
        let listen = #"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#
        let first = try await send("\(client)&ser=2" + segment(listen, 0))
        #expect(first.hasPrefix("pRTLPCB(1, [") && first.contains(#""d":null"#) && first.contains(#""r":1"#))
        async let second = send("\(client)&ser=3")
        try await database.put("/a.json", "5")
        #expect(try await second == #"pRTLPCB(2, [{"t":"d","d":{"a":"d","b":{"p":"a","d":5}}}]);"# + "\n")
    }

    @Test func `the session ends with a farewell, and does what was left for that`() async throws {
        let client = try await start()
        let leave = #"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/a","d":"off"}}}"#
        _ = try await send("\(client)&ser=2" + segment(leave, 0))
        #expect(try await send("\(client)&dframe=t").contains("sendBeacon"))
        _ = try await send("\(client)&disconn=t")
        #expect(try await database.get("/a.json") == #""off""#)
        #expect(try await send("\(client)&ser=3") == "pLPCommand(\"close\");\n")
        #expect(database.emulator.sessions.count == 0)
    }

    @Test func `nobody polls without the password`() async throws {
        let client = try await start()
        let id = client.split(separator: "&")[0]
        #expect(try await send("\(id)&pw=wrong&ser=2") == "pLPCommand(\"close\");\n")
        _ = try await send("\(id)&pw=wrong&disconn=t")
        #expect(database.emulator.sessions.count == 1)
    }

    @Test(arguments: [
        "", "start=t&cb=alert(1)", "start=t&cb=%22", "id=a", "id=a&pw=b&seg0=x&ts0=1&d0=A", "ns=a.b",
    ])
    func `other parameters are refused`(parameters: String) async throws {
        #expect(try await send(parameters).contains(#"{"error":"#))
    }

    @Test func `broken segments end the session`() async throws {
        let client = try await start()
        #expect(try await send("\(client)&ser=2&seg0=0&ts0=1&d0=!!") == "pLPCommand(\"close\");\n")
        #expect(database.emulator.sessions.count == 0)
    }
}
