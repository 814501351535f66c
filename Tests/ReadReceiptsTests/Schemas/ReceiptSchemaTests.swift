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

    @Test func `a preset that is none is refused with those there are`() {
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
}
