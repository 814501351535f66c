/// How far a message has come. It only ever moves forward.
///
/// Every schema has the four statuses below. Further stages of a schema may add their own behind ``read``.
public struct MessageStatus: RawRepresentable, Sendable, Hashable, Codable, Comparable, CaseIterable {
    /// The status as messages store it.
    public let rawValue: String
    private let rank: Int

    private init(_ rawValue: String, rank: Int) {
        self.rawValue = rawValue
        self.rank = rank
    }

    /// Creates one of the four statuses that every schema has; nil for any other text.
    public init?(rawValue: String) {
        guard let known = MessageStatus.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// The status of messages that have reached a stage.
    init(_ rawValue: String, of receipt: Receipt) { self.init(rawValue, rank: receipt.order + 1) }

    /// On its way from the sender; the server has not confirmed it.
    public static let sending = MessageStatus("sending", rank: 0)
    /// On the server.
    public static let sent = MessageStatus("sent", rank: 1)
    /// Received by a recipient.
    public static let delivered = MessageStatus("delivered", of: .delivered)
    /// Read by a recipient.
    public static let read = MessageStatus("read", of: .read)

    /// The statuses that every schema has, in their order.
    public static let allCases: [MessageStatus] = [.sending, .sent, .delivered, .read]

    /// Orders from sending to the last stage.
    public static func < (left: MessageStatus, right: MessageStatus) -> Bool { left.rank < right.rank }
}
