/// What is to become of a receipt in the outbox after it was tried to be written.
package enum Settlement: Sendable, Equatable {
    /// It is done with, as far as it was known when it was read.
    case done(QueuedReceipt)
    /// It can never be written: it goes to the dead letters, with the reason.
    case dead(QueuedReceipt, code: String, reason: String)
}
