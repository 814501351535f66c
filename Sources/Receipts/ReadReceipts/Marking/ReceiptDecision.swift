import FirestoreModel

/// Whether a message needs a receipt, and which change adds it. The whole policy, as a value.
enum ReceiptDecision: Equatable {
    case mark(ReceiptChange)
    case skip(SkipReason)
    /// The message cannot be marked at all.
    case refuse(String)

    /// Decides for one message.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - user: The recipient.
    ///   - message: The message as it was read.
    ///   - schema: The layout of the message.
    init(_ receipt: Receipt, by user: UserID, of message: Message, schema: ReceiptSchema) {
        if message.isSystemMessage {
            self = .skip(.systemMessage)
            return
        }
        if message.isForeign {
            self = .skip(.otherSchema)
            return
        }
        guard let sender = message.senderID else {
            self = .refuse("the message has no \(schema.sender)")
            return
        }
        if sender == user {
            self = .skip(.ownMessage)
            return
        }
        guard let stages = schema.stages(markedBy: receipt) else {
            self = .skip(.notKept)
            return
        }
        let change = ReceiptChange(stages, by: user, of: message, schema: schema)
        if change.isNeeded, let field = schema.status, let stored = message.unknownStatus {
            self = .refuse("the message has an unknown \(field): \(stored)")
            return
        }
        self = change.isNeeded ? .mark(change) : .skip(.alreadyMarked)
    }

    /// The change to write; nil if there is none.
    var change: ReceiptChange? {
        if case .mark(let change) = self { change } else { nil }
    }
}

extension Message {
    /// Whether the user still has to report the message delivered.
    package func isUndelivered(to user: UserID, schema: ReceiptSchema) -> Bool {
        ReceiptDecision(.delivered, by: user, of: self, schema: schema).change != nil
    }
}
