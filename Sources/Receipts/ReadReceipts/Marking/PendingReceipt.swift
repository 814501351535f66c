/// A receipt that is still to be written.
package struct PendingReceipt: Sendable, Hashable {
    package var receipt: Receipt
    package var conversationID: ConversationID
    package var messageID: MessageID
    package var userID: UserID

    package init(_ receipt: Receipt, conversationID: ConversationID, messageID: MessageID, userID: UserID) {
        self.receipt = receipt
        self.conversationID = conversationID
        self.messageID = messageID
        self.userID = userID
    }
}

extension PendingReceipt {
    /// Why no receipt can be written with these ids, in one line; nil for valid ids.
    package func problem(in schema: ReceiptSchema) -> String? {
        do throws(ReceiptsError) {
            try schema.check(user: userID)
            try schema.check(conversation: conversationID, messageIDs: [messageID])
            return nil
        } catch {
            return error.message
        }
    }
}
