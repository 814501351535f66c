/// A condition on the stored document, without which a write is refused.
package enum Precondition: Sendable, Equatable {
    /// The document must exist (true) or must not (false).
    case exists(Bool)
    /// The document must exist and have last changed at this time.
    case updateTime(Timestamp)
}
