import FirestoreModel
import FirestoreRPC
import TestSupport
import Testing

@testable import FirestoreClient

struct ChannelArrayTests {
    private func arrays(_ text: String) throws(RPCStatus) -> [ChannelArray] {
        try ChannelArray.decodeAll(Array(text.utf8))
    }

    private func message(_ text: String) throws -> ChannelArray.Message {
        try #require(try arrays("[[1,\(text)]]").first).message
    }

    @Test func `the answer to the handshake`() throws {
        #expect(
            try arrays(#"[[0,["c","hM7tQ2","",8,12,30000]]]"#) == [
                ChannelArray(id: 0, message: .opened(id: "hM7tQ2", keepAlive: .seconds(30)))
            ])
    }

    @Test(arguments: [
        #"["c","s"]"#, #"["c","s",""]"#, #"["c","s","",8,12]"#, #"["c","s",null,8,12,null]"#,
        #"["c","s","",8,12,"x"]"#, #"["c","s","",8,12,1.5]"#,
    ])
    func `a handshake that says nothing of silence`(text: String) throws {
        #expect(try message(text) == .opened(id: "s", keepAlive: nil))
    }

    @Test(arguments: [
        ("-1", Duration.zero), ("0", .zero), ("9223372036854775807", .seconds(3600)),
    ])
    func `a silence without measure is put into bounds`(digits: String, silence: Duration) throws {
        #expect(
            try message(#"["c","s","",8,12,\#(digits)]"#) == .opened(id: "s", keepAlive: silence))
    }

    @Test(arguments: [#"["c"]"#, #"["c",""]"#, #"["c",7]"#, "7", "{}", #""noop""#, "null"])
    func `a handshake without an id, and no message at all, are refused`(text: String) {
        #expect(throws: RPCStatus.self) { try message(text) }
    }

    @Test func `signs of life and ends`() throws {
        let text =
            #"[[1,["noop"]],[2,["stop"]],[3,["close"]],[4,["new"]],[5,[]],[6,[[]]],[7,[7]],[8,[null]]]"#
        #expect(
            try arrays(text).map(\.message) == [.other, .end, .end, .other, .other, .other, .other, .other])
        #expect(try arrays(text).map(\.id) == Array(1...8))
        #expect(try arrays("[]").isEmpty)
    }

    @Test(arguments: [
        #"[{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}]"#,
        // Wrapped in one more array.
        #"[[{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}]]"#,
        #" [ { "targetChange" : { "targetChangeType" : "ADD", "targetIds" : [ 2 ], "new": {} } } ] "#,
    ])
    func `an answer of the stream`(text: String) throws {
        #expect(try message(text) == .response(.targetChange(TargetChange(.add, targetIDs: [2]))))
    }

    @Test func `an answer of a kind that is not known is passed over`() throws {
        #expect(try message(#"[{"newThing":{}}]"#) == .other)
        #expect(try message("[{}]") == .other)
    }

    @Test(arguments: [
        #"[{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}]"#,
        #"[[{"error":{"message":"no","status":"PERMISSION_DENIED"}}]]"#,
    ])
    func `an error, also a wrapped one`(text: String) throws {
        #expect(try message(text) == .failure(RPCStatus(.permissionDenied, "no")))
    }

    @Test(arguments: [
        #"[{"error":{}}]"#, #"[{"error":null}]"#, #"[{"error":"broken"}]"#, #"[{"error":{"status":7}}]"#,
        #"[{"error":{"status":"NEW_STATUS"}}]"#,
    ])
    func `an error without a status is an unknown one`(text: String) throws {
        #expect(try message(text) == .failure(RPCStatus(.unknown, nil)))
    }

    @Test(arguments: [
        "", "{}", "7", "null", "[7]", "[[]]", "[[1]]", #"[["1",["noop"]]]"#, "[[1.5,[]]]", "[[1,[]",
        #"[[99999999999999999999,["noop"]]]"#, #"[[1,[{"documentChange":{}}]]]"#,
        #"[[1,[{"targetChange":{"targetIds":["x"]}}]]]"#, #"[[1,[{"targetChange":7}]]]"#,
        #"[[1,[{"filter":{},"targetChange":{}}]]]"#, "[[1,[\u{0}]]]",
    ])
    func `garbage is refused as a whole`(text: String) {
        #expect(throws: RPCStatus.self) { try arrays(text) }
    }

    @Test(arguments: SeededGenerator.seeds(200))
    func `no damage whatever is a crash`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(
            (#"[[1,["c","s","",8,12,30000]],[2,[{"documentChange":{"document":\#(documentJSON("c/a", #"{"n":{"integerValue":"1"}}"#)),"#
                + #""targetIds":[2],"removedTargetIds":[4]}}]],[3,[[{"error":{"status":"ABORTED"}}]]],"#
                + #"[4,[{"filter":{"targetId":2,"count":1,"unchangedNames":{"bits":{"bitmap":"AQ==","padding":3},"hashCount":3}}}]]]"#)
                .utf8)
        for _ in 0..<generator.int(1...3) {
            let index = generator.int(0...bytes.count - 1)
            switch generator.int(0...2) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
            case 1: bytes.remove(at: index)
            case _: bytes.insert(generator.pick(Array(#"[]{}",:0-9n"#.utf8)), at: index)
            }
        }
        _ = try? ChannelArray.decodeAll(bytes)
    }
}
