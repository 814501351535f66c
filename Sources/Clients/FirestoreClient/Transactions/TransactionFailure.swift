/// Why an attempt of a transaction failed.
enum TransactionFailure: Error {
    /// The body threw; whether only because of a conflict.
    case body(any Error, isConflict: Bool)
    case commit(FirestoreError)

    /// Whether another attempt may succeed.
    var isConflict: Bool {
        switch self {
        case .body(_, let isConflict): isConflict
        case .commit(let error): error.isTransactionConflict
        }
    }

    /// The error for the caller: the body's as it is.
    func error(after attempts: Int) -> any Error {
        switch self {
        case .body(let error, _): return error
        case .commit(var error):
            if attempts > 1 { error.message += " The transaction was tried \(attempts) times." }
            return error
        }
    }
}
