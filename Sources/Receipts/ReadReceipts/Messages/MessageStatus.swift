/// How far a message has come. It only ever moves forward.
public enum MessageStatus: String, Sendable, CaseIterable, Codable, Comparable {
    /// On its way from the sender; the server has not confirmed it.
    case sending
    /// On the server.
    case sent
    /// Received by a recipient.
    case delivered
    /// Read by a recipient.
    case read

    private var rank: Int {
        switch self {
        case .sending: 0
        case .sent: 1
        case .delivered: 2
        case .read: 3
        }
    }

    /// Orders from sending to read.
    public static func < (left: MessageStatus, right: MessageStatus) -> Bool { left.rank < right.rank }
}
