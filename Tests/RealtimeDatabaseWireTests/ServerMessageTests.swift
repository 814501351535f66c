import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire
import Testing

@Suite("Messages to clients")
struct ServerMessageTests {
    private func text(_ message: ServerMessage) -> String { String(decoding: message.bytes, as: UTF8.self) }

    @Test func `control messages`() {
        #expect(
            text(.hello(time: 5, host: "h:1", session: "s"))
                == #"{"t":"c","d":{"t":"h","d":{"ts":5,"v":"5","h":"h:1","s":"s"}}}"#)
        #expect(text(.pong) == #"{"t":"c","d":{"t":"o","d":{}}}"#)
        #expect(text(.reset(host: "h")) == #"{"t":"c","d":{"t":"r","d":"h"}}"#)
        #expect(text(.shutdown(reason: "no")) == #"{"t":"c","d":{"t":"s","d":"no"}}"#)
        #expect(text(.error(reason: "no")) == #"{"t":"c","d":{"t":"e","d":"no"}}"#)
        #expect(text(.switchReady) == #"{"t":"c","d":{"t":"a","d":{}}}"#)
        #expect(text(.switched) == #"{"t":"c","d":{"t":"n","d":{}}}"#)
    }

    @Test func `answers`() throws {
        #expect(text(.answer(3, .ok)) == #"{"t":"d","d":{"r":3,"b":{"s":"ok","d":""}}}"#)
        #expect(
            text(.answer(3, ServerAnswer("permission_denied", .text("Permission denied"))))
                == #"{"t":"d","d":{"r":3,"b":{"s":"permission_denied","d":"Permission denied"}}}"#)
        #expect(
            text(.answer(3, ServerAnswer("ok", .noIndex)))
                == #"{"t":"d","d":{"r":3,"b":{"s":"ok","d":{"w":["no_index"]}}}}"#)
        let node = try DataNode(json: Array(#"{"0":1,"1":{".value":2,".priority":3}}"#.utf8))
        #expect(
            text(.answer(3, ServerAnswer("ok", .node(node))))
                == #"{"t":"d","d":{"r":3,"b":{"s":"ok","d":{"0":1,"1":{".value":2,".priority":3}}}}}"#)
    }

    @Test func `events have their path from the root`() throws {
        let (a, b) = (try DatabasePath("a"), try DatabasePath("b/c"))
        #expect(
            text(.event(.put(b, .number(1)), a, tag: nil))
                == #"{"t":"d","d":{"a":"d","b":{"p":"a/b/c","d":1}}}"#)
        #expect(
            text(.event(.put(.root, .null), .root, tag: 4))
                == #"{"t":"d","d":{"a":"d","b":{"p":"","d":null,"t":4}}}"#)
        #expect(
            text(.event(.patch(.root, [.init(b, .number(1))]), a, tag: nil))
                == #"{"t":"d","d":{"a":"m","b":{"p":"a","d":{"b/c":1}}}}"#)
    }

    @Test func `what is revoked is named as the client named it`() throws {
        let query = try WireQuery(try JSONParser.parse(Array(#"{"i":"n","l":5,"vf":"l"}"#.utf8)))
        let path = try DatabasePath("a")
        #expect(text(.listenRevoked(path, nil)) == #"{"t":"d","d":{"a":"c","b":{"p":"a"}}}"#)
        #expect(
            text(.listenRevoked(path, query))
                == #"{"t":"d","d":{"a":"c","b":{"p":"a","q":[{"i":"n","l":5,"vf":"l"}]}}}"#)
        #expect(
            text(.authRevoked(status: "expired_token", reason: "x"))
                == #"{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"x"}}}"#)
        #expect(text(.securityDebug("x")) == #"{"t":"d","d":{"a":"sd","b":{"msg":"x"}}}"#)
    }
}
