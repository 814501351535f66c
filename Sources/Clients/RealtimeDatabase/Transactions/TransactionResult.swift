/// The decision of a transaction's block.
public struct TransactionResult {
    /// The data to write; nil to write nothing.
    let data: MutableData?

    /// Writes the changed data.
    public static func success(withValue value: MutableData) -> TransactionResult {
        TransactionResult(data: value)
    }

    /// Writes nothing.
    public static func abort() -> TransactionResult { TransactionResult(data: nil) }
}
