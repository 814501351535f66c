import Foundation
import ReadReceipts
import Testing

@Suite("Receipt schema")
struct ReceiptSchemaTests {
    private func schema(_ json: String) throws -> ReceiptSchema {
        try JSONDecoder().decode(ReceiptSchema.self, from: Data(json.utf8))
    }

    @Test func `what a file leaves out is as in the preset`() throws {
        #expect(
            try schema(#"{"conversations": "chats", "sender": "from"}"#)
                == ReceiptSchema(name: "custom", conversations: "chats", sender: "from"))
        var own = ReceiptSchema.readBy
        own.messages = "posts"
        #expect(try schema(#"{"preset": "read-by", "messages": "posts"}"#) == own)
    }

    @Test func `a field that is null is not kept`() throws {
        #expect(try schema(#"{"status": null}"#).status == nil)
        #expect(try schema(#"{"preset": "delivered-to", "readAt": null}"#).readAt == nil)
    }

    @Test func `an unknown preset is refused, and the presets are listed`() {
        #expect {
            try schema(#"{"preset": "stauts"}"#)
        } throws: { error in
            "\(error)".contains(#"there is no preset "stauts": known are status, delivered-to, read-by"#)
        }
    }

    @Test(arguments: ReceiptSchema.presets)
    func `a schema survives being written and read`(schema: ReceiptSchema) throws {
        let data = try JSONEncoder().encode(schema)
        #expect(try JSONDecoder().decode(ReceiptSchema.self, from: data) == schema)
        #expect(ReceiptSchema.preset(named: schema.name) == schema)
    }

    @Test func `a file names cursors, their fields and further stages`() throws {
        let own = try schema(
            #"""
            {"preset": "read-up-to", "readUpTo": "seenUpTo", "stages": [{"stage": "played", "upTo": "playedUpTo"}],
             "cursors": {"collection": "places", "privateCollection": null}}
            """#)
        #expect(own.cursors == CursorLayout(collection: "places", privateCollection: nil))
        #expect(own.stages.map(\.upTo) == ["deliveredUpTo", "seenUpTo", "playedUpTo"])
        #expect(own.stages.map(\.upToID) == ["deliveredUpToID", "seenUpToID", "playedUpToID"])
        #expect(own.stages.allSatisfy { $0.users == nil })
        let data = try JSONEncoder().encode(own)
        #expect(try JSONDecoder().decode(ReceiptSchema.self, from: data) == own)
    }

    @Test(arguments: [
        (
            #"{"preset": "read-up-to", "stages": [{"stage": "played", "users": "playedBy"}]}"#,
            #"with cursors, the stage "played" needs upTo instead of users"#
        ),
        (
            #"{"stages": [{"stage": "played", "upTo": "playedUpTo"}]}"#,
            #"the stage "played" has upTo, but the schema has no cursors"#
        ),
        (#"{"preset": "read-up-to", "readUpTo": null}"#, "with cursors, readUpTo is needed"),
        (
            #"{"preset": "read-up-to", "readUpTo": "deliveredUpTo"}"#,
            #"the field "deliveredUpTo" has two uses"#
        ),
        (
            #"{"preset": "read-up-to", "cursors": {"privateCollection": "reads"}}"#,
            #"cursors and private cursors are in the same collection "reads""#
        ),
        (
            #"{"preset": "read-up-to", "store": "realtimeDatabase"}"#,
            "only Cloud Firestore has cursors"
        ),
    ])
    func `cursors that cannot work are refused`(json: String, problem: String) {
        #expect { try schema(json) } throws: { "\($0)".replacing("\\\"", with: "\"").contains(problem) }
    }
}
