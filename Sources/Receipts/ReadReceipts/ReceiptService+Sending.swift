import FirestoreClient
import FirestoreModel

/// Sending messages.
extension ReceiptService {
    /// Sends a message: creates it with the status sent (if the schema has a status), without receipts, and with the server's time.
    ///
    /// - Parameters:
    ///   - text: The message's text.
    ///   - conversation: The conversation's id.
    ///   - sender: The sender's id.
    /// - Returns: The id of the new message.
    /// - Throws: ``ReceiptsError``, with ``ReceiptsError/Code/notAMember`` if the sender is not a member of the conversation, and
    ///   ``ReceiptsError/Code/otherSchema`` if the newest messages have another schema; up to three of them are read to check.
    public func send(
        _ text: String, conversation: ConversationID, from sender: UserID
    ) async throws(ReceiptsError) -> MessageID {
        let id = store.newMessageID()
        _ = try await send(text, id: id, conversation: conversation, from: sender)
        return id
    }

    /// Sends a message under a given id.
    ///
    /// - Returns: The time that the server gave it, if known.
    func send(
        _ text: String, id: MessageID, conversation: ConversationID, from sender: UserID
    ) async throws(ReceiptsError) -> Timestamp? {
        try await checkMembership(of: sender, in: conversation)
        _ = try await store.checkSchema(of: conversation)
        return try await store.send(text, id: id, conversation: conversation, from: sender)
    }

    /// Sends a queued message. It is created once, however often this is tried.
    ///
    /// If an earlier attempt may have arrived, it can be the reason for a refusal: a message cannot be created twice, and rules see the
    /// second attempt as a change of the first. So this looks for the message before it reports the refusal.
    ///
    /// - Returns: The time that the server gave it, if known.
    func deliver(
        _ message: PendingMessage, from sender: UserID
    ) async throws(ReceiptsError) -> Timestamp? {
        do throws(ReceiptsError) {
            return try await send(
                message.text, id: message.id, conversation: message.conversationID, from: sender)
        } catch {
            let exists =
                error.underlying?.code == .alreadyExists || error.underlying?.code == .failedPrecondition
            let mayHaveArrived =
                message.mayHaveArrived || exists || error.underlying?.isOutcomeUnknown ?? false
            guard error.isPermanent, mayHaveArrived else { throw error }
            let found: Message?
            do throws(ReceiptsError) {
                found = try await store.messages(in: message.conversationID, ids: [message.id])[0]
            } catch let readError {
                // Nobody else makes the same id.
                if readError.isPermanent, exists { return nil }
                throw readError.isPermanent ? error : readError
            }
            guard let found, let author = found.senderID, author == sender else { throw error }
            return found.timestamp
        }
    }
}
