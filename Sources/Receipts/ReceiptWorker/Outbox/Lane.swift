package import ReadReceipts

/// The receipts of one user in one conversation, which are written in their order and wait together when they cannot be.
package struct Lane: Sendable, Equatable {
    package let id: Int64
    package let conversationID: ConversationID
    package let userID: UserID
    /// How often in a row writing them has failed.
    package let failures: Int
}
