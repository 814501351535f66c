/// What the block of a transaction wants to happen.
public struct TransactionResult {
    let isCommit: Bool

    /// Writes what the data has become.
    public static func success(withValue value: MutableData) -> TransactionResult {
        TransactionResult(isCommit: true)
    }

    /// Writes nothing.
    public static func abort() -> TransactionResult { TransactionResult(isCommit: false) }
}
