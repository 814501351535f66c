import ReadReceipts

extension TutorialChat {
    /// Marks everything read for a member, as when the conversation is opened.
    ///
    /// - Returns: How many messages needed a receipt.
    func open(as user: UserID) async throws -> Int {
        let result = try await receipts(of: user).markAllRead(conversation: "team", user: user)
        return result.marked.count
    }
}
