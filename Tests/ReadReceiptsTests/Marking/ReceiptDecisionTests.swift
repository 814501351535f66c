import FirestoreModel
import Testing

@testable import ReadReceipts

@Suite("Receipt decision")
struct ReceiptDecisionTests {
    private func decide(_ receipt: Receipt, by user: UserID = "bob", _ fields: MapValue) -> ReceiptDecision {
        ReceiptDecision(
            receipt, by: user, of: Message(.message(fields: fields), schema: .status), schema: .status)
    }

    @Test(arguments: [
        ("sending", Receipt.delivered, true), ("sent", .delivered, true), ("delivered", .delivered, false),
        ("read", .delivered, false), ("sending", .read, true), ("sent", .read, true),
        ("delivered", .read, true),
        // Read by somebody else in the group, but not by bob yet.
        ("read", .read, true),
    ])
    func `A9: a status only moves forward`(status: String, receipt: Receipt, isMarked: Bool) {
        let decision = decide(receipt, ["senderId": "alice", "status": .string(status), "readBy": []])
        if case .mark = decision {
            #expect(isMarked)
        } else {
            #expect(!isMarked)
            #expect(decision == .skip(.alreadyMarked))
        }
    }

    @Test(arguments: [Receipt.delivered, .read])
    func `A5, B9: nobody marks a message of their own`(receipt: Receipt) {
        #expect(decide(receipt, by: "alice", ["senderId": "alice", "status": "sent"]) == .skip(.ownMessage))
    }

    @Test func `a message that the user has read already is left alone`() {
        let message: MapValue = ["senderId": "alice", "status": "read", "readBy": ["carol", "bob"]]
        #expect(decide(.read, message) == .skip(.alreadyMarked))
    }

    @Test func `user ids are compared by their bytes`() {
        // Composed and decomposed: equal to Swift, two users to Firestore.
        let message: MapValue = ["senderId": "e\u{301}", "status": "sent", "readBy": []]
        guard case .mark = decide(.read, by: "\u{E9}", message) else {
            Issue.record("another user's message was taken for the user's own")
            return
        }
    }

    @Test func `a message that cannot be understood is refused with the reason`() {
        #expect(decide(.read, ["status": "sent"]) == .refuse("the message has no senderId"))
        #expect(
            decide(.read, ["senderId": "alice", "status": "lost"])
                == .refuse("the message has an unknown status: lost"))
        #expect(
            decide(.read, ["senderId": "alice", "status": 3])
                == .refuse("the message has an unknown status: not a string"))
    }

    @Test func `a message without a status can be marked`() {
        guard case .mark = decide(.delivered, ["senderId": "alice"]) else {
            Issue.record("a message without a status was not marked")
            return
        }
    }

    @Test func `A4, A9: delivered is written only onto the version that was read`() {
        let document = Document.message(fields: ["senderId": "alice", "status": "sent"])
        guard
            case .mark(let change) = ReceiptDecision(
                .delivered, by: "bob", of: Message(document, schema: .status), schema: .status)
        else {
            Issue.record("nothing was written")
            return
        }
        let write = change.write(to: document.name, version: document.updateTime)
        #expect(write.precondition == .updateTime(Timestamp(seconds: 5, nanoseconds: 0)))
        #expect(write.transforms.isEmpty)
        #expect(
            write.operation
                == .update(
                    document.name, ["status": "delivered"], mask: DocumentMask([FieldPath(["status"])])))
    }

    @Test func `A4: read is written onto whatever is there, and adds the user alone`() {
        let document = Document.message(fields: ["senderId": "alice", "status": "sent"])
        guard
            case .mark(let change) = ReceiptDecision(
                .read, by: "bob", of: Message(document, schema: .status), schema: .status)
        else {
            Issue.record("nothing was written")
            return
        }
        let write = change.write(to: document.name, version: document.updateTime)
        #expect(write.precondition == .exists(true))
        #expect(write.transforms == [FieldTransform(FieldPath(["readBy"]), .appendMissingElements(["bob"]))])
        #expect(
            write.operation
                == .update(document.name, ["status": "read"], mask: DocumentMask([FieldPath(["status"])])))
        #expect(write.isIdempotent)
    }

    @Test
    func
        `B6, B8: with delivered-to, reading adds the user to both lists and sets the times that are not there`()
    {
        let document = Document.message(fields: ["senderId": "alice", "deliveredTo": [], "readBy": []])
        guard
            case .mark(let change) = ReceiptDecision(
                .read, by: "bob", of: Message(document, schema: .deliveredTo), schema: .deliveredTo)
        else {
            Issue.record("nothing was written")
            return
        }
        let write = change.write(to: document.name, version: document.updateTime)
        #expect(
            write.transforms == [
                FieldTransform(FieldPath(["deliveredTo"]), .appendMissingElements(["bob"])),
                FieldTransform(FieldPath(["readBy"]), .appendMissingElements(["bob"])),
                FieldTransform(FieldPath(["deliveredAt"]), .setToServerTime),
                FieldTransform(FieldPath(["readAt"]), .setToServerTime),
            ])
        #expect(write.operation == .update(document.name, [:], mask: DocumentMask([])))
        #expect(write.precondition == .updateTime(Timestamp(seconds: 5, nanoseconds: 0)))
    }

    @Test func `B6: the first times are kept`() {
        let time = Value.timestamp(Timestamp(seconds: 1, nanoseconds: 0))
        let document = Document.message(fields: [
            "senderId": "alice", "deliveredTo": ["bob", "carol"], "deliveredAt": time, "readBy": ["carol"],
            "readAt": time,
        ])
        guard
            case .mark(let change) = ReceiptDecision(
                .read, by: "bob", of: Message(document, schema: .deliveredTo), schema: .deliveredTo)
        else {
            Issue.record("nothing was written")
            return
        }
        let write = change.write(to: document.name, version: document.updateTime)
        #expect(write.transforms == [FieldTransform(FieldPath(["readBy"]), .appendMissingElements(["bob"]))])
        #expect(write.precondition == .exists(true))
        #expect(
            ReceiptDecision(
                .delivered, by: "bob", of: Message(document, schema: .deliveredTo), schema: .deliveredTo)
                == .skip(.alreadyMarked))
    }

    @Test func `D2: with read-by only readers are kept`() {
        let document = Document.message(fields: ["senderID": "alice", "readBy": []])
        #expect(
            ReceiptDecision(.delivered, by: "bob", of: Message(document, schema: .readBy), schema: .readBy)
                == .skip(.notKept))
        guard
            case .mark(let change) = ReceiptDecision(
                .read, by: "bob", of: Message(document, schema: .readBy), schema: .readBy)
        else {
            Issue.record("nothing was written")
            return
        }
        let write = change.write(to: document.name, version: document.updateTime)
        #expect(write.transforms == [FieldTransform(FieldPath(["readBy"]), .appendMissingElements(["bob"]))])
        let read = Document.message(fields: ["senderID": "alice", "readBy": ["bob"]])
        #expect(
            ReceiptDecision(.read, by: "bob", of: Message(read, schema: .readBy), schema: .readBy)
                == .skip(.alreadyMarked))
    }

    @Test(arguments: ReceiptSchema.presets)
    func `nobody marks a system message`(schema: ReceiptSchema) {
        let document = Document.message(fields: ["isSystemMessage": true, "text": "Bob has joined"])
        #expect(
            ReceiptDecision(.read, by: "bob", of: Message(document, schema: schema), schema: schema)
                == .skip(.systemMessage))
    }

    @Test func `a schema's own names are used`() {
        let schema = ReceiptSchema(name: "own", sender: "from", status: "state", readBy: "seen")
        let document = Document.message(fields: ["from": "alice", "state": "sent"])
        guard
            case .mark(let change) = ReceiptDecision(
                .read, by: "bob", of: Message(document, schema: schema), schema: schema)
        else {
            Issue.record("nothing was written")
            return
        }
        let write = change.write(to: document.name, version: document.updateTime)
        #expect(write.transforms.first?.field == FieldPath(["seen"]))
        #expect(
            write.operation
                == .update(document.name, ["state": "read"], mask: DocumentMask([FieldPath(["state"])])))
    }
}

extension Document {
    /// A message as stored on the server, last changed five seconds after the epoch.
    static func message(_ id: String = "m1", fields: MapValue) -> Document {
        let collection = CollectionPath(
            parent: DocumentPath(
                CollectionPath(parent: nil, id: ResourceID("conversations")), ResourceID("c1")),
            id: ResourceID("messages"))
        return Document(
            name: DocumentName(DatabaseID(project: "p"), DocumentPath(collection, ResourceID(id))),
            fields: fields,
            updateTime: Timestamp(seconds: 5, nanoseconds: 0))
    }
}
