/// A receipt that could not be written, and never can be as things are.
public struct DeadLetter: Sendable, Equatable {
    /// Its number in the outbox.
    public let id: Int64
    /// The event.
    public let event: ReceiptEvent
    /// The status code, such as `PERMISSION_DENIED`.
    public let code: String
    /// One clear line.
    public let reason: String
    /// When it was refused, in milliseconds since 1970.
    public let refusedAt: Int64
}
