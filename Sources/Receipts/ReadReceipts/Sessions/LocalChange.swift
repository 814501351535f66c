import FirestoreModel

/// A change by this device that shows before the server has confirmed it.
struct LocalChange: Sendable, Equatable {
    /// Identifies a change within a session.
    typealias ID = Int

    let id: ID
    let request: ReceiptRequest
    let user: UserID

    /// Whether the change is about a message.
    func concerns(_ message: Message) -> Bool {
        request.messageIDs?.contains(message.id) ?? true
    }

    /// The message as it will be once the change has landed.
    func applied(to message: Message, schema: ReceiptSchema) -> Message {
        let change = ReceiptDecision(request.receipt, by: user, of: message, schema: schema).change
        return change?.applied(to: message) ?? message
    }
}

/// What happens to local changes, as a session reports it to its listeners.
enum LocalEvent: Sendable {
    /// A change shows from now on.
    case began(LocalChange)
    /// The server has the changes, but for some messages; they show until it has been asked again.
    case landed([LocalChange.ID], exceptMessageIDs: Set<MessageID>)
    /// The changes were refused, and show no longer.
    case refused([LocalChange.ID])
    /// One of the user's own messages waits, is on its way, has arrived or was refused.
    case sending(Message)
    /// One of the user's own messages was discarded before the server had it.
    case discarded(MessageID)
    /// The server has something new, perhaps in messages that everybody has read.
    case refresh(everything: Bool)
}
