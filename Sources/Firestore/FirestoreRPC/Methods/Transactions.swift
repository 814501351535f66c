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
