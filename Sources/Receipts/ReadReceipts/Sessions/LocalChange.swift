import FirestoreModel

/// A change by this device that shows before the server confirms it.
struct LocalChange: Sendable, Equatable {
    /// Identifies a change within a session.
    typealias ID = Int

    let id: ID
    let request: ReceiptRequest
    let user: UserID

    /// Whether the change concerns a message.
    func concerns(_ message: Message) -> Bool {
        request.messageIDs?.contains(message.id) ?? true
    }

    /// The message after the change.
    func applied(to message: Message, schema: ReceiptSchema) -> Message {
        let change = ReceiptDecision(request.receipt, by: user, of: message, schema: schema).change
        return change?.applied(to: message) ?? message
    }
}

/// Events of a session for its listeners.
enum LocalEvent: Sendable {
    /// A change shows from now on.
    case began(LocalChange)
    /// The server has the changes, except for some messages. They show until the next poll.
    case landed([LocalChange.ID], exceptMessageIDs: Set<MessageID>)
    /// The changes were refused, and no longer show.
    case refused([LocalChange.ID])
    /// A message of the user waits, is being sent, was sent or was refused.
    case sending(Message)
    /// A message of the user was discarded before the server had it.
    case discarded(MessageID)
    /// The server may have something new, even in messages that everybody has read.
    case refresh(everything: Bool)
}
