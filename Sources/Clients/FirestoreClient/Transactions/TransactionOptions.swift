import Synchronization

/// How often ``Firestore/runTransaction(with:_:)`` tries.
///
/// A class, as in Firebase's SDK. A transaction that has begun does not see later changes.
public final class TransactionOptions: Sendable {
    private let attempts = Mutex(5)

    /// Creates options with five attempts.
    public init() {}

    /// The largest number of attempts, including the first: 5 unless you change it. Less than 1 makes the transaction fail with
    /// `.invalidArgument`.
    public var maxAttempts: Int {
        get { attempts.withLock { $0 } }
        set { attempts.withLock { $0 = newValue } }
    }
}
