import FirestoreModel

extension Message {
    /// Whether a user sees receipts beside the message: beside their own, once it is on its way.
    func showsReceipts(to user: UserID) -> Bool {
        guard !isSystemMessage, let senderID, senderID == user else { return false }
        switch sending {
        case .sending, .sent: return true
        case .pending, .failed: return false
        }
    }
}

extension Sequence<Message> {
    /// The message under which a receipt stands where only one has it: the newest one that the user has sent.
    ///
    /// - Parameter user: Who looks at the conversation.
    /// - Returns: nil where the user has sent none that the server has.
    public func lastOwn(of user: UserID) -> Message? {
        filter { $0.showsReceipts(to: user) && $0.sending == .sent }.max(by: Message.isOlder)
    }
}
