import FirestoreModel

extension Message {
    /// Whether a user sees receipts next to the message: only next to their own, once it is being sent.
    func showsReceipts(to user: UserID) -> Bool {
        guard !isSystemMessage, let senderID, senderID == user else { return false }
        switch sending {
        case .sending, .sent: return true
        case .pending, .failed: return false
        }
    }
}

extension Sequence<Message> {
    /// The newest message that the user has sent: the one with the receipt, in designs that show only one.
    ///
    /// - Parameter user: The user who looks at the conversation.
    /// - Returns: nil if the server has no message of the user.
    public func lastOwn(of user: UserID) -> Message? {
        filter { $0.showsReceipts(to: user) && $0.sending == .sent }.max(by: Message.isOlder)
    }
}
