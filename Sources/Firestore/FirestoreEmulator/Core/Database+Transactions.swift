import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// The beginning and the end of transactions.
extension Database {
    /// Opens a transaction.
    func begin(_ options: TransactionOptions) throws(RPCStatus) -> [UInt8] {
        try withCurrent { current throws(RPCStatus) in
            let now = current.now(clock)
            try current.transactions.checkRetry(options)
            return current.transactions.begin(try Self.mode(options, current, now: now), at: now)
        }
    }

    /// Checks that a transaction is open, and accepts writes if there are any.
    func checkTransaction(_ transaction: [UInt8], isWriting: Bool = false) throws(RPCStatus) {
        try withCurrent { current throws(RPCStatus) in
            let mode = try current.transactions.use(transaction, at: current.now(clock)) { $0.mode }
            try Self.checkMode(mode, isWriting: isWriting)
        }
    }

    private static func checkMode(_ mode: Transaction.Mode, isWriting: Bool) throws(RPCStatus) {
        if isWriting, case .readOnly = mode {
            throw .invalidArgument("Cannot modify entities in a read-only transaction.")
        }
    }

    /// Ends a transaction without a commit.
    func rollback(_ transaction: [UInt8]) throws(RPCStatus) {
        try withCurrent { current throws(RPCStatus) in try current.transactions.end(transaction) }
    }

    /// Ends a transaction by a commit, which may be refused.
    static func finish(
        _ id: [UInt8], _ writes: [Write], _ current: inout Current, now: Timestamp
    ) throws(RPCStatus) {
        let state = current.state
        let (mode, isUpToDate) = try current.transactions.use(id, at: now) {
            ($0.mode, $0.isUpToDate(with: state))
        }
        try checkMode(mode, isWriting: !writes.isEmpty)
        try current.transactions.end(id)
        if !isUpToDate { throw RPCStatus(.aborted, "Transaction lock timeout.") }
    }
}
