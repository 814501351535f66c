import FirestoreClient
import ReadReceipts

extension TutorialChat {
    /// What a sender sees beside each of their messages.
    func labels(for user: UserID) async throws -> [String] {
        let receipts = try receipts(of: user)
        let chat = try await receipts.conversation("team")
        let messages = try await receipts.messages(conversation: "team", sender: user)
        let formatter = ReceiptFormatter()
        let newest = messages.lastOwn(of: user)
        return messages.map { message in
            let label = formatter.label(
                of: message, in: chat, seenBy: user, schema: receipts.schema,
                isLastOwn: message.id == newest?.id)
            return label?.text ?? ""
        }
    }
}
