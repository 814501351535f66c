package import FirestoreModel

/// Which state of the database a read sees; nil stands for the latest.
package enum Consistency: Sendable, Equatable {
    /// The state that an open transaction sees.
    case transaction([UInt8])
    /// A transaction that the read itself opens.
    case newTransaction(TransactionOptions)
    /// The state at a time in the past.
    case readTime(Timestamp)
}

/// How a transaction is to be opened.
package enum TransactionOptions: Sendable, Equatable {
    /// Reads and writes; may name an earlier attempt.
    case readWrite(retry: [UInt8]?)
    /// Only reads, at a time in the past or now.
    case readOnly(readTime: Timestamp?)
}
