import FirestoreClient
import ReadReceipts
import RealtimeDatabase

/// The decision of an emulator's rules behind a refusal, so that a page can show its explanation.
struct RefusedDecision: Encodable, Sendable, Equatable {
    /// The database.
    let store: ReceiptStore
    /// The number in the emulator's log.
    let number: Int

    init(store: ReceiptStore, number: Int) {
        self.store = store
        self.number = number
    }

    /// The decision behind an error; nil if it has none.
    init?(_ error: ReceiptsError) {
        guard let cause = error.underlying, let number = cause.decision else { return nil }
        self.init(store: cause.underlying is DatabaseError ? .realtimeDatabase : .firestore, number: number)
    }
}
