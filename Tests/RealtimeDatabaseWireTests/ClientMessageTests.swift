import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire
import TestSupport
import Testing

@Suite("Messages of clients")
struct ClientMessageTests {
    private func message(_ text: String) throws -> ClientMessage { try ClientMessage(Array(text.utf8)) }

    private func request(_ action: String, _ body: String) throws -> ClientMessage {
        try message(#"{"t":"d","d":{"r":7,"a":"\#(action)","b":\#(body)}}"#)
    }

    @Test func `control messages are known by a letter`() throws {
        #expect(try message(#"{"t":"c","d":{"t":"p","d":{}}}"#) == .ping)
        #expect(try message(#"{"t":"c","d":{"t":"a","d":{}}}"#) == .switchReady)
        #expect(try message(#"{"t":"c","d":{"t":"n","d":{}}}"#) == .switched)
        #expect(try message(#"{"t":"c","d":{"t":"?","d":{}}}"#) == .unknown)
    }

    @Test func `requests have a number, a path and what they need`() throws {
        let path = try DatabasePath("a/b")
        #expect(
            try request("q", #"{"p":"/a/b","h":"x"}"#) == .request(7, .listen(.init(path: path), hash: "x")))
        #expect(try request("n", #"{"p":"a/b"}"#) == .request(7, .unlisten(.init(path: path))))
        #expect(try request("g", #"{"p":"a/b"}"#) == .request(7, .get(.init(path: path))))
        #expect(
            try request("p", #"{"p":"a/b","d":1,"h":"y"}"#)
                == .request(7, .write(path, .put(.number("1")), hash: "y")))
        #expect(
            try request("m", #"{"p":"a/b","d":{"c/d":null}}"#)
                == .request(7, .write(path, .merge([.init("c/d", .null)]), hash: nil)))
        #expect(
            try request("o", #"{"p":"a/b","d":true}"#)
                == .request(7, .onDisconnect(path, .put(.boolean(true)))))
        #expect(
            try request("om", #"{"p":"a/b","d":{"c":1}}"#)
                == .request(7, .onDisconnect(path, .merge([.init("c", .number("1"))]))))
        #expect(try request("oc", #"{"p":"a/b","d":null}"#) == .request(7, .cancelOnDisconnect(path)))
        #expect(try request("unauth", "{}") == .request(7, .unauthenticate))
        #expect(try request("s", #"{"c":{"sdk.js.9":1}}"#) == .request(7, .noted))
        #expect(try request("appcheck", #"{"token":"x"}"#) == .request(7, .noted))
    }

    @Test func `a credential is a user's or an administrator's`() throws {
        func credential(_ action: String, _ body: String) throws -> ClientRequest.Credential? {
            guard case .request(_, .authenticate(let credential)) = try request(action, body) else {
                return nil
            }
            return credential
        }
        #expect(try credential("auth", #"{"cred":"a.b.c"}"#)?.isAdministrator == false)
        let admin = try credential("gauth", #"{"cred":"owner","authvar":{"uid":"bob"}}"#)
        #expect(admin?.isAdministrator == true)
        #expect(admin?.override == .object([.init("uid", .string("bob"))]))
        #expect(try credential("gauth", #"{"cred":"owner","noauth":true}"#)?.override == .null)
    }

    @Test(arguments: [
        ("q", "{}"), ("q", #"{"p":5}"#), ("q", #"{"p":"a.b"}"#), ("q", #"{"p":"a","q":[]}"#),
        ("q", #"{"p":"a/.priority"}"#), ("m", #"{"p":"a","d":5}"#), ("p", #"{"p":"a/.priority/b"}"#),
        ("auth", "{}"), ("zz", "{}"), ("", "null"),
    ])
    func `a wrong request keeps its number`(action: String, body: String) throws {
        guard case .wrongRequest(7, let reason) = try request(action, body) else {
            Issue.record("\(action) \(body) was accepted")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `a path has a limit`() throws {
        let deep = Array(repeating: "a", count: 33).joined(separator: "/")
        guard case .wrongRequest = try request("g", #"{"p":"\#(deep)"}"#) else {
            Issue.record("33 keys were accepted")
            return
        }
    }

    @Test(arguments: [
        "", "{", "5", "[]", "{}", #"{"t":"x","d":{}}"#, #"{"t":"d","d":{"a":"q"}}"#,
        #"{"t":"d","d":{"r":1.5}}"#,
    ])
    func `what is no message is refused`(text: String) {
        #expect(throws: DataProblem.self) { try message(text) }
    }

    /// Valid messages with bytes changed, removed and repeated: they are read or refused.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `any bytes are read or refused`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(
            #"{"t":"d","d":{"r":7,"a":"q","b":{"p":"/a/b","q":{"sp":1,"sn":"k","l":5,"vf":"l","i":".key"},"t":1,"h":""}}}"#
                .utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0...2, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            case _: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
            }
        }
        _ = try? ClientMessage(bytes)
    }
}
