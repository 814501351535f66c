/// The status of a message. It only moves forward.
///
/// Every schema has the four statuses below. Further stages may add their own after ``read``.
public struct MessageStatus: RawRepresentable, Sendable, Hashable, Codable, Comparable, CaseIterable {
    /// The stored text.
    public let rawValue: String
    private let rank: Int

    private init(_ rawValue: String, rank: Int) {
        self.rawValue = rawValue
        self.rank = rank
    }

    /// Creates one of the four statuses of every schema; nil for any other text.
    public init?(rawValue: String) {
        guard let known = MessageStatus.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// The status for a stage.
    init(_ rawValue: String, of receipt: Receipt) { self.init(rawValue, rank: receipt.order + 1) }

    /// Being sent; the server has not confirmed it.
    public static let sending = MessageStatus("sending", rank: 0)
    /// On the server.
    public static let sent = MessageStatus("sent", rank: 1)
    /// Received by a recipient.
    public static let delivered = MessageStatus("delivered", of: .delivered)
    /// Read by a recipient.
    public static let read = MessageStatus("read", of: .read)

    /// The statuses of every schema, in order.
    public static let allCases: [MessageStatus] = [.sending, .sent, .delivered, .read]

    /// Orders from sending to the last stage.
    public static func < (left: MessageStatus, right: MessageStatus) -> Bool { left.rank < right.rank }
}
