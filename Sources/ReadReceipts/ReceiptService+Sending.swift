/// Sending messages.
extension ReceiptService {
    /// Sends a message: creates it with the status sent, where the schema has one, nobody who has received or read it,
    /// and the server's time.
    ///
    /// - Parameters:
    ///   - text: The message's text.
    ///   - conversation: The conversation's id.
    ///   - sender: The sender's id.
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``, with ``ReceiptsError/Code/notAMember`` when the sender does not take part in the conversation.
    public func send(
        _ text: String, conversation: String, from sender: String
    ) async throws(ReceiptsError) -> String {
        let id = store.newMessageID()
        try await send(text, id: id, conversation: conversation, from: sender)
        return id
    }

    /// Sends a message under an id that was made before.
    func send(
        _ text: String, id: String, conversation: String, from sender: String
    ) async throws(ReceiptsError) {
        try schema.check(user: sender)
        try store.check(sender, isMemberOf: try await self.conversation(conversation))
        try await store.send(text, id: id, conversation: conversation, from: sender)
    }
}
