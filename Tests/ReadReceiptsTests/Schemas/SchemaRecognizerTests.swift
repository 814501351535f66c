import FirestoreModel
import RealtimeDatabaseModel
import Testing

@testable import ReadReceipts

@Suite("Recognising schemas")
struct SchemaRecognizerTests {
    private static let time = Value.timestamp(Timestamp(seconds: 9, nanoseconds: 0))

    /// A message as each design stores it when it is sent, and after somebody has read it.
    private static func fields(_ schema: ReceiptSchema, isRead: Bool) -> MapValue {
        var fields: MapValue = [
            FieldName(schema.sender): "alice", FieldName(schema.text): "Hi",
            FieldName(schema.timestamp): time,
        ]
        if let field = schema.status { fields[FieldName(field)] = isRead ? "read" : "sent" }
        if let field = schema.deliveredTo { fields[FieldName(field)] = isRead ? ["bob"] : [] }
        if isRead {
            if let field = schema.deliveredAt { fields[FieldName(field)] = time }
            if let field = schema.readAt { fields[FieldName(field)] = time }
        }
        if schema.store == .firestore {
            fields[FieldName(schema.readBy)] = isRead ? ["bob"] : []
        } else if isRead {
            fields[FieldName(schema.readBy)] = .map(["bob": 1_800_000_000_000])
        }
        return fields
    }

    /// The presets whose messages store receipts.
    private static let presets = ReceiptSchema.presets.filter { $0.cursors == nil }

    private static let pairs = presets.flatMap { own in
        presets.filter { $0 != own }.map { (own, $0) }
    }

    private func layout(_ fields: MapValue, _ schemas: [ReceiptSchema]) -> ConversationLayout {
        let recognizer = SchemaRecognizer(schemas)
        let message = Message(.message(fields: fields), schema: schemas[0], recognizer: recognizer)
        return recognizer.layout(of: [message])
    }

    @Test(arguments: pairs, [false, true])
    func `a message of one preset is never taken for one of another`(
        pair: (ReceiptSchema, ReceiptSchema), isRead: Bool
    ) {
        let (schema, other) = pair
        let fields = Self.fields(schema, isRead: isRead)
        // Only these two cannot be distinguished before somebody has read the message.
        let isTold = isRead || Set([schema.name, other.name]) != ["read-by", "read-at"]
        let own = layout(fields, [schema, other])
        #expect(own.schemas.contains(schema.name) && !own.isForeign && !own.isMixed)
        let looked = layout(fields, [other, schema])
        #expect(looked.isKnown == isTold || schema.name == "read-by")
        if isTold { #expect(looked.schemas == [schema.name] && looked.isForeign && !looked.isMixed) }
    }

    @Test func `with cursors, messages that store receipts are of another schema`() {
        let schemas = [ReceiptSchema.readUpTo] + Self.presets
        let plain = layout(["senderId": "alice", "text": "Hi"], schemas)
        #expect(plain.schemas.contains("read-up-to") && !plain.isForeign)
        let other = layout(Self.fields(.status, isRead: true), schemas)
        #expect(other.schemas == ["status"] && other.isForeign)
    }

    @Test(arguments: presets)
    func `among all presets a message that was read has its own alone`(schema: ReceiptSchema) {
        let found = layout(Self.fields(schema, isRead: true), ReceiptSchema.presets)
        #expect(found.schemas == [schema.name])
    }

    @Test func `what has no receipts fits every schema of the place`() {
        let recognizer = SchemaRecognizer(.status, among: ReceiptSchema.presets)
        #expect(recognizer.schemas.map(\.name) == ["status", "delivered-to"])
        let none = recognizer.layout(of: [])
        #expect(
            none.schemas == ["status", "delivered-to"] && !none.isKnown && !none.isForeign && !none.isMixed)
        for fields: MapValue in [["senderId": "alice", "text": "Hi"], [:], ["senderId": "a", "readBy": []]] {
            let found = layout(fields, [.status, .deliveredTo])
            #expect(!found.isKnown && !found.isForeign && found.schemas.count == 2)
        }
        // Other collections contain other messages.
        #expect(SchemaRecognizer(.readBy, among: ReceiptSchema.presets).schemas == [.readBy])
        #expect(SchemaRecognizer(.readAt, among: ReceiptSchema.presets).schemas == [.readAt])
    }

    @Test func `a message with the fields of two is mixed, and has both`() {
        var fields = Self.fields(.status, isRead: true)
        for name: FieldName in ["deliveredTo", "deliveredAt", "readAt"] {
            fields[name] = Self.fields(.deliveredTo, isRead: true)[name]
        }
        let found = layout(fields, [.deliveredTo, .status, .readBy])
        #expect(found.isMixed && found.isKnown && !found.isForeign)
        #expect(found.schemas == ["delivered-to", "status"])
        #expect(layout(fields, [.readBy, .deliveredTo, .status]).isForeign)
        // One field is enough, and a field that both have does not distinguish them.
        let one = layout(
            ["senderId": "alice", "status": "sent", "readAt": Self.time], [.status, .deliveredTo])
        #expect(one.isMixed)
    }

    @Test func `a conversation is mixed when its messages have different schemas`() {
        let recognizer = SchemaRecognizer(.status, among: ReceiptSchema.presets)
        func layout(_ schemas: [ReceiptSchema?]) -> ConversationLayout {
            recognizer.layout(
                of: schemas.map { schema in
                    let fields = schema.map { Self.fields($0, isRead: false) } ?? ["senderId": "alice"]
                    return Message(.message(fields: fields), schema: .status, recognizer: recognizer)
                })
        }
        #expect(layout([.status, nil, .status]).schemas == ["status"])
        #expect(!layout([.status, nil, .status]).isMixed)
        let both = layout([.status, .deliveredTo, nil])
        #expect(both.isMixed && !both.isForeign && both.schemas == ["status", "delivered-to"])
        #expect(layout([.deliveredTo, nil]).isForeign)
    }

    @Test func `a schema from a file is recognised like a preset`() {
        let own = ReceiptSchema(name: "ours", status: nil, readBy: "seenBy")
        let fields: MapValue = ["senderId": "alice", "seenBy": ["bob"]]
        #expect(layout(fields, [.status, own]).schemas == ["ours"])
        #expect(layout(fields, [.status, own]).isForeign)
        #expect(!layout(fields, [own, .status]).isForeign)
        // A schema with fewer fields than the message has does not fit.
        let less = ReceiptSchema(name: "less", status: nil)
        #expect(layout(Self.fields(.status, isRead: true), [less, .status]).schemas == ["status"])
        // A schema of the same name is a different one.
        var renamed = ReceiptSchema.status
        renamed.readBy = "seenBy"
        let found = layout(Self.fields(.status, isRead: true), [renamed, .status])
        #expect(found.isForeign && found.schemas == ["the other status"])
        #expect(SchemaRecognizer(.status, among: [.status, .status]).schemas.count == 1)
    }

    @Test(arguments: [
        "status", "no status at all", "SENT", "",
    ])
    func `a status is one only if it says so`(text: String) {
        let found = layout(["senderId": "alice", "status": .string(text)], [.deliveredTo, .status])
        #expect(!found.isForeign && !found.isKnown)
    }

    @Test(arguments: [
        Value.map(["bob": 1]), .map(["bob": "yes"]), .string("bob"), .boolean(true), .integer(1),
    ])
    func `what a schema cannot hold speaks against it`(readers: Value) {
        let found = layout(
            ["senderId": "alice", "status": "sent", "readBy": readers], [.status, .deliveredTo])
        #expect(found.isForeign && found.isKnown && found.schemas.isEmpty && !found.isMixed)
        let empty = layout(
            ["senderId": "alice", "status": "sent", "readBy": .null], [.status, .deliveredTo])
        #expect(empty.schemas == ["status"])
    }

    @Test(arguments: [ReceiptSchema.readBy, .status])
    func `one message that cannot be of the schema says nothing of the others`(schema: ReceiptSchema) {
        let recognizer = SchemaRecognizer(schema, among: ReceiptSchema.presets)
        let messages = [Value.string("bob"), []].map { readers in
            var fields = Self.fields(schema, isRead: false)
            fields[FieldName(schema.readBy)] = readers
            return Message(.message(fields: fields), schema: schema, recognizer: recognizer)
        }
        #expect(messages.map(\.isForeign) == [true, false])
        #expect(!recognizer.layout(of: messages).isForeign && !recognizer.layout(of: messages).isMixed)
    }

    @Test func `in a Realtime Database a list of readers is none with times`() throws {
        let own = ReceiptSchema(
            name: "ours", store: .realtimeDatabase, members: "members", sender: "from", status: nil,
            readBy: "seenBy")
        let recognizer = SchemaRecognizer(.readAt, among: [own, .status, .readBy])
        #expect(recognizer.schemas.map(\.name) == ["read-at", "ours"])
        func layout(_ json: String) throws -> ConversationLayout {
            let node = try DataNode(json: Array(json.utf8))
            return recognizer.layout(
                of: [Message(id: "m", node, schema: .readAt, recognizer: recognizer)])
        }
        let readAt = try layout(#"{"senderID": "alice", "status": "sent", "readBy": {"bob": 1800000000000}}"#)
        #expect(readAt.schemas == ["read-at"] && !readAt.isForeign && !readAt.isMixed)
        #expect(try !layout(#"{"text": "hello"}"#).isKnown)
        #expect(try layout(#"{"from": "alice"}"#).isForeign)
        #expect(try layout(#"{"from": "alice", "seenBy": {"bob": true}}"#).schemas == ["ours"])
        #expect(try layout(#"{"senderID": "alice", "seenBy": {"bob": 1}}"#).isMixed)
        #expect(try layout(#"{"senderID": "alice", "readBy": ["bob", "carol"]}"#).isForeign)
    }
}
