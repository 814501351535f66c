import FirestoreModel

/// A change that this device makes, which shows before the server has confirmed it.
struct LocalChange: Sendable, Equatable {
    /// Tells the changes of a session apart.
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
        guard !message.isSystemMessage, !message.isForeign, let sender = message.senderID,
            sender != user
        else { return message }
        var message = message
        if schema.status != nil { message.status = max(message.status ?? .sent, request.receipt.status) }
        if schema.deliveredTo != nil { add(to: &message.deliveredTo) }
        if request.receipt == .read { add(to: &message.readBy) }
        return message
    }

    private func add(to users: inout [UserID]) {
        if !users.contains(user) { users.append(user) }
    }
}

/// What happens to local changes, as a session tells those who listen.
enum LocalEvent: Sendable {
    /// A change shows from now on.
    case began(LocalChange)
    /// The server has the changes, but for some messages; they show until it has been asked again.
    case landed([LocalChange.ID], exceptMessageIDs: Set<MessageID>)
    /// The changes were refused, and show no longer.
    case refused([LocalChange.ID])
    /// A message of the user's own waits, is on its way, has arrived or has been refused.
    case sending(Message)
    /// A message of the user's own was given up before the server had it.
    case discarded(MessageID)
    /// Somebody knows that the server has something new, perhaps in what everybody has read.
    case refresh(everything: Bool)
}
