import FirestoreClient
import ReadReceipts
import RealtimeDatabase

/// A decision of an emulator's rules that a refusal names: a page can show its explanation.
struct RefusedDecision: Encodable, Sendable, Equatable {
    /// Whose rules.
    let store: ReceiptStore
    /// The number in the emulator's log.
    let number: Int

    init(store: ReceiptStore, number: Int) {
        self.store = store
        self.number = number
    }

    /// The decision that an error names; nil for one that names none.
    init?(_ error: ReceiptsError) {
        guard let cause = error.underlying, let number = cause.decision else { return nil }
        self.init(store: cause.underlying is DatabaseError ? .realtimeDatabase : .firestore, number: number)
    }
}
