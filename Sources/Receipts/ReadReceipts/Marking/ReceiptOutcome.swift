package import FirestoreClient
import FirestoreModel

/// The outcome of writing a receipt.
package enum ReceiptOutcome: Sendable {
    /// The message carries it now.
    case written
    /// The message needed nothing.
    case skipped(SkipReason)
    /// It can never be written, for a reason in one clear line.
    case refused(StatusCode, reason: String)
    /// It could not be written now, but may be later.
    case postponed(FirestoreError)
}
