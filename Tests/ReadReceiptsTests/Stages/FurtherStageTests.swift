import FirestoreModel
import Foundation
import Testing

@testable import ReadReceipts

@Suite("Further stages")
struct FurtherStageTests {
    private static let row =
        #"{"stage": "played", "users": "playedBy", "status": "played", "time": "playedAt"}"#

    private static func schema(_ stages: String, preset: String = "status") throws -> ReceiptSchema {
        let json = #"{"preset": "\#(preset)", "name": "voice", "stages": [\#(stages)]}"#
        return try JSONDecoder().decode(ReceiptSchema.self, from: Data(json.utf8))
    }

    private let schema: ReceiptSchema
    private let played: Receipt

    init() throws {
        schema = try Self.schema(Self.row)
        played = try #require(schema.stage(named: "played")?.receipt)
    }

    private func message(_ fields: MapValue) -> Message {
        Message(.message(fields: fields), schema: schema)
    }

    @Test func `a row of a file adds a stage behind read, with words of its own`() throws {
        #expect(schema.stages.map(\.receipt.name) == ["delivered", "read", "played"])
        #expect(Receipt.delivered < .read && .read < played)
        #expect(schema.statuses.map(\.rawValue) == ["sending", "sent", "delivered", "read", "played"])
        let words = try Self.schema(
            #"{"stage": "played", "users": "playedBy", "words": {"all": "Heard"}}"#
        ).stage(named: "played")?.words
        #expect(words?.all == "Heard" && words?.some == "Played by {count}/{total}")
        #expect(try JSONDecoder().decode(ReceiptSchema.self, from: JSONEncoder().encode(schema)) == schema)
    }

    @Test(arguments: [
        (#"{"users": "x"}"#, "stage"), (#"{"stage": "played"}"#, "users"),
        (#"{"stage": "a b", "users": "x"}"#, "letters, digits and hyphens"),
        (#"{"stage": "read", "users": "x"}"#, #"there are two stages "read""#),
        (#"{"stage": "played", "users": "readBy"}"#, #"the field "readBy" has two uses"#),
        (#"{"stage": "a", "users": "x", "status": "sent"}"#, #"two stages have the status "sent""#),
    ])
    func `a row that could be mistaken is refused`(row: String, problem: String) {
        #expect {
            try Self.schema(row)
        } throws: { error in
            "\(error)".contains(problem)
        }
    }

    @Test func `the last stage implies all earlier ones`() throws {
        let document = Document.message(fields: ["senderId": "alice", "status": "sent"])
        let decision = ReceiptDecision(
            played, by: "bob", of: Message(document, schema: schema), schema: schema)
        let change = try #require(decision.change)
        let write = change.write(to: document.name, version: document.updateTime)
        #expect(
            write.operation
                == .update(document.name, ["status": "played"], mask: DocumentMask([FieldPath(["status"])])))
        #expect(
            write.transforms == [
                FieldTransform(FieldPath(["readBy"]), .appendMissingElements(["bob"])),
                FieldTransform(FieldPath(["playedBy"]), .appendMissingElements(["bob"])),
                FieldTransform(FieldPath(["playedAt"]), .setToServerTime),
            ])
        let shown = change.applied(to: Message(document, schema: schema))
        #expect(shown.readBy == ["bob"] && shown[played].users == ["bob"])
        #expect(shown.status?.rawValue == "played")
    }

    @Test func `read is written only onto the version that was read, as played may overtake it`() throws {
        let document = Document.message(fields: ["senderId": "alice", "status": "sent"])
        let change = try #require(
            ReceiptDecision(.read, by: "bob", of: Message(document, schema: schema), schema: schema).change)
        #expect(change.dependsOnVersion)
        let later = message(["senderId": "alice", "status": "played", "readBy": [], "playedBy": ["carol"]])
        let read = try #require(ReceiptDecision(.read, by: "bob", of: later, schema: schema).change)
        #expect(read.status == nil && read.lists.map(\.field) == ["readBy"])
    }

    @Test func `a schema without the stage keeps no such receipt`() {
        let message = Message(id: "m", senderID: "alice", status: .sent)
        #expect(
            ReceiptDecision(played, by: "bob", of: message, schema: .status) == .skip(.notKept))
    }

    @Test func `a message that somebody has played counts as read, even if only the list of players says so`()
    {
        let audience = ReceiptAudience(Conversation(id: "c", members: ["alice", "bob", "carol"]))
        let message = message([
            "senderId": "alice", "status": "played", "readBy": ["carol"], "playedBy": ["bob", "dave"],
        ])
        let status = DisplayedStatus(of: message, among: audience, seenBy: "alice")
        #expect(status == DisplayedStatus(status: .read, readCount: 2, recipientCount: 2))
        let progress = StageProgress.stages(of: message, among: audience, seenBy: "alice", schema: schema)
        #expect(progress == [StageProgress(played, count: 1, of: 2)])
        #expect(StageProgress.stages(of: message, among: audience, seenBy: "bob", schema: schema) == [])
        let formatter = ReceiptFormatter(strings: .english(for: schema))
        let label = formatter.label(
            of: message, among: audience, seenBy: "alice", schema: schema, isLastOwn: true)
        #expect(label?.text == "Played by 1/2" && label?.accessibilityLabel == "Played by 1 of 2")
        #expect(label?.symbol == .doubleCheck && label?.tint == .grey)
    }

    @Test func `between two, only messages before the stage are asked for; without a status, all`() throws {
        let isAlices = Filter.field(FieldPath(["senderId"]), .equal, "alice")
        let filter = UnmarkedMessages(played, from: "alice", schema: schema).nextQuery?.filter
        #expect(
            filter
                == .and([
                    isAlices,
                    .or([
                        .field(FieldPath(["status"]), .in, ["sending", "sent", "delivered", "read"]),
                        .field(FieldPath(["playedBy"]), .equal, []),
                    ]),
                ]))
        let plain = try Self.schema(#"{"stage": "played", "users": "playedBy"}"#)
        #expect(UnmarkedMessages(played, from: "alice", schema: plain).nextQuery?.filter == .and([isAlices]))
    }

    @Test func `what was played need not be reported read or delivered as well`() {
        var queue = ReceiptQueue()
        let requests: [(Receipt, [MessageID])] = [
            (Receipt.delivered, ["a", "b"]), (.read, ["a", "c"]), (played, ["a"]),
        ]
        for (receipt, ids) in requests {
            _ = queue.add(ReceiptRequest(receipt, conversationID: "c1", messageIDs: ids), [])
        }
        #expect(queue.requests.map(\.receipt) == [.delivered, .read, played])
        #expect(queue.requests.map(\.messageIDs) == [["b"], ["c"], ["a"]])
    }

    @Test func `a message with a further stage is recognised as one of its schema`() {
        let recognizer = SchemaRecognizer(schema, among: ReceiptSchema.presets)
        let fields: MapValue = [
            "senderId": "alice", "status": "played", "readBy": ["bob"], "playedBy": ["bob"],
        ]
        let message = Message(.message(fields: fields), schema: schema, recognizer: recognizer)
        #expect(recognizer.layout(of: [message]).schemas == ["voice"])
        #expect(!message.isForeign)
    }
}
