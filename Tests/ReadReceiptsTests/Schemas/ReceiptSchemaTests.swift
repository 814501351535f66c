import Foundation
import ReadReceipts
import Testing

@Suite("Receipt schema")
struct ReceiptSchemaTests {
    @Test func `what a file leaves out is as in the preset`() throws {
        let schema = try JSONDecoder().decode(
            ReceiptSchema.self, from: Data(#"{"conversations": "chats", "sender": "from"}"#.utf8))
        #expect(schema == ReceiptSchema(name: "custom", conversations: "chats", sender: "from"))
    }

    @Test func `a schema survives being written and read`() throws {
        let data = try JSONEncoder().encode(ReceiptSchema.status)
        #expect(try JSONDecoder().decode(ReceiptSchema.self, from: data) == .status)
    }
}
