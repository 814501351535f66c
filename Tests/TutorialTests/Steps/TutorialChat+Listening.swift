import ReadReceipts

extension TutorialChat {
    /// Follows the conversation until a message has been read by a member.
    func wait(until reader: UserID, reads id: MessageID, as user: UserID) async throws {
        let session = ReceiptSession(service: try receipts(of: user), userID: user)
        for try await updates in try session.listen(conversationID: "team") {
            if updates.contains(where: { $0.message.id == id && $0.message.readBy.contains(reader) }) {
                return
            }
        }
    }
}
