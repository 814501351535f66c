package import FirestoreClient
import FirestoreModel

/// What became of a receipt that was to be written.
package enum ReceiptOutcome: Sendable {
    /// The message carries it now.
    case written
    /// The message needed nothing.
    case skipped(SkipReason)
    /// It can never be written, for a reason in one clear line.
    case refused(StatusCode, reason: String)
    /// It could not be written now; later it may be.
    case postponed(FirestoreError)
}
