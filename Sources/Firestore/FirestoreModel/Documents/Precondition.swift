/// What must hold of the stored document for a write to be carried out.
package enum Precondition: Sendable, Equatable {
    /// The document must exist (true) or must not (false).
    case exists(Bool)
    /// The document must exist and have last changed at this time.
    case updateTime(Timestamp)
}
