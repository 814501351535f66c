import FirestoreModel

/// Whether a message needs a receipt, and the write that gives it one. Pure: the whole policy is here.
enum ReceiptDecision: Equatable {
    case mark(Write)
    case skip(SkipReason)
    /// The message cannot be marked at all.
    case refuse(String)

    /// Decides for one message.
    ///
    /// - Parameters:
    ///   - receipt: What is reported.
    ///   - user: The recipient who reports it.
    ///   - document: The message as it was read.
    ///   - schema: Where the message keeps its receipts.
    init(_ receipt: Receipt, by user: String, of document: Document, schema: ReceiptSchema) {
        let message = Message(document, schema: schema)
        guard let sender = message.senderID else {
            self = .refuse("the message has no \(schema.sender)")
            return
        }
        if sender.hasSameUTF8(as: user) {
            self = .skip(.ownMessage)
            return
        }
        if let stored = document.fields[FieldName(schema.status)], message.status == nil {
            self = .refuse(
                "the message has an unknown \(schema.status): \(stored.stringValue ?? "not a string")")
            return
        }
        switch receipt {
        case .delivered:
            if let status = message.status, status >= .delivered {
                self = .skip(.alreadyMarked)
            } else {
                self = .mark(ReceiptDecision.deliveredWrite(document, schema: schema))
            }
        case .read:
            if message.status == .read, message.readBy.contains(where: { $0.hasSameUTF8(as: user) }) {
                self = .skip(.alreadyMarked)
            } else {
                self = .mark(ReceiptDecision.readWrite(document.name, user: user, schema: schema))
            }
        }
    }

    /// Delivered may be overtaken by read, which it must not undo: so it is written only onto the version that was read.
    private static func deliveredWrite(_ document: Document, schema: ReceiptSchema) -> Write {
        write(
            .delivered, document.name, schema: schema,
            precondition: document.updateTime.map(Precondition.updateTime) ?? .exists(true))
    }

    /// Nothing is further than read, and arrayUnion keeps what others add: safe on whatever version is there by then.
    private static func readWrite(_ name: DocumentName, user: String, schema: ReceiptSchema) -> Write {
        let union = FieldTransform(FieldPath([schema.readBy]), .appendMissingElements([.string(user)]))
        return write(.read, name, schema: schema, transforms: [union], precondition: .exists(true))
    }

    private static func write(
        _ status: MessageStatus, _ name: DocumentName, schema: ReceiptSchema,
        transforms: [FieldTransform] = [],
        precondition: Precondition
    ) -> Write {
        Write(
            .update(
                name, [FieldName(schema.status): .string(status.rawValue)],
                mask: DocumentMask([FieldPath([schema.status])])),
            transforms: transforms, precondition: precondition)
    }
}
