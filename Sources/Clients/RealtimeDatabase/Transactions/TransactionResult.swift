/// The decision of a transaction's block.
public struct TransactionResult {
    let isCommit: Bool

    /// Writes the changed data.
    public static func success(withValue value: MutableData) -> TransactionResult {
        TransactionResult(isCommit: true)
    }

    /// Writes nothing.
    public static func abort() -> TransactionResult { TransactionResult(isCommit: false) }
}
