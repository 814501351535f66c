/// What a recipient reports of a message.
public enum Receipt: String, Sendable, CaseIterable {
    /// The message has arrived on the recipient's device.
    case delivered
    /// The recipient has seen the message. A message that was read has been delivered, too.
    case read

    /// The status that the receipt moves a message to.
    var status: MessageStatus {
        switch self {
        case .delivered: .delivered
        case .read: .read
        }
    }
}
