import ClientCore
import FirestoreModel

/// Decides after each attempt of a transaction whether there is another one.
struct TransactionAttempts {
    let maximum: Int
    /// How many attempts have failed.
    private(set) var made = 0

    /// - Throws: ``FirestoreError`` with `.invalidArgument` if the options allow no attempt.
    init(_ options: TransactionOptions?) throws(FirestoreError) {
        maximum = (options ?? TransactionOptions()).maxAttempts
        if maximum < 1 {
            throw .invalidArgument("runTransaction: maxAttempts is \(maximum); it must be at least 1.")
        }
    }

    /// Records a failed attempt.
    ///
    /// - Parameter isConflict: Whether the server has ended the transaction because of others.
    /// - Returns: Whether to try again.
    mutating func failed(isConflict: Bool) -> Bool {
        made += 1
        return isConflict && made < maximum
    }
}

extension FirestoreError {
    /// Whether the server has ended a transaction, so that a new one may succeed: because others wrote the same documents, or
    /// because it took too long.
    ///
    /// Other temporary failures are retried call by call. A commit whose answer was lost is no conflict: it may have succeeded, and
    /// the body would then run on its own writes.
    var isTransactionConflict: Bool {
        switch code {
        case .aborted: !isOutcomeUnknown
        // Google's servers have no code of its own for a transaction that is no longer open. Google's clients go by the words too.
        case .invalidArgument:
            !isOutcomeUnknown
                && serverMessage?.lowercased().firstMatch(
                    of: /transaction (is|has|was|id)?.*(expired|closed|no longer valid)/) != nil
        default: false
        }
    }
}
