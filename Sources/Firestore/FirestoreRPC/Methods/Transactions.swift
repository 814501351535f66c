package import FirestoreModel

/// The request of `BeginTransaction`.
package struct BeginTransactionRequest: Sendable, Equatable {
    package var options: TransactionOptions

    package init(options: TransactionOptions) {
        self.options = options
    }
}

/// The response of `BeginTransaction`.
package struct BeginTransactionResponse: Sendable, Equatable {
    package var transaction: [UInt8]

    package init(transaction: [UInt8]) {
        self.transaction = transaction
    }
}

/// The request of `Rollback`.
package struct RollbackRequest: Sendable, Equatable {
    package var transaction: [UInt8]

    package init(transaction: [UInt8]) {
        self.transaction = transaction
    }
}

/// Which state of the database a read sees; nil stands for the latest.
package enum Consistency: Sendable, Equatable {
    /// The state that an open transaction sees.
    case transaction([UInt8])
    /// A transaction that the read itself opens.
    case newTransaction(TransactionOptions)
    /// The state at a time in the past.
    case readTime(Timestamp)
}

/// How to open a transaction.
package enum TransactionOptions: Sendable, Equatable {
    /// Reads and writes, possibly as a retry of an earlier transaction.
    case readWrite(retry: [UInt8]?)
    /// Only reads, at a time in the past or now.
    case readOnly(readTime: Timestamp?)
}
