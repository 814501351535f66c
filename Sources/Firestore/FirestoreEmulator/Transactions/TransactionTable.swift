import FirestoreModel
import FirestoreRPC

/// The open transactions of a database, by id.
///
/// An id is a byte that marks it as one, then a number that only grows: so an id that was once given out is told from one
/// that never was without keeping the closed ones.
struct TransactionTable: Sendable {
    /// How many transactions may be open. The one that has been unused for longest is closed for another one.
    static let capacity = 10_000
    /// How long a transaction may lie unused, in microseconds.
    static let idleLimit: Int64 = 60_000_000
    private static let marker: UInt8 = 0x11

    private var open: [UInt64: Transaction] = [:]
    /// Always even.
    private var nextNumber: UInt64 = 2
    /// With how many open transactions the unused ones are looked for.
    private var sweepCount = 128

    /// How many are open, or have been unused for too long and not been looked for yet.
    var count: Int { open.count }

    /// Opens a transaction.
    ///
    /// - Returns: Its id, nine bytes.
    mutating func begin(_ mode: Transaction.Mode, at time: Timestamp) -> [UInt8] {
        if open.count >= sweepCount { sweep(at: time) }
        // The lowest bit tells what kind of transaction it was, also when it has ended.
        let number = if case .readOnly = mode { nextNumber | 1 } else { nextNumber }
        nextNumber += 2
        open[number] = Transaction(mode, at: time)
        return [Self.marker] + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Closes those that lie unused; if too many are left, also the tenth of them that has been unused for longest.
    private mutating func sweep(at time: Timestamp) {
        open = open.filter { time.microseconds - $0.value.lastUsed.microseconds < Self.idleLimit }
        if open.count >= Self.capacity {
            let oldest = open.sorted { ($0.value.lastUsed, $0.key) < ($1.value.lastUsed, $1.key) }
            for (number, _) in oldest.prefix(Self.capacity / 10) { open[number] = nil }
        }
        // Looking costs more the more there are, so it is done the less often.
        sweepCount = min(Self.capacity, max(128, 2 * open.count))
    }

    /// Uses an open transaction.
    ///
    /// - Throws: INVALID_ARGUMENT when the id was never given out, or the transaction has ended or expired.
    mutating func use<Result>(
        _ id: [UInt8], at time: Timestamp, _ body: (inout Transaction) -> Result
    ) throws(RPCStatus) -> Result {
        let number = try number(of: id)
        guard var transaction = open.removeValue(forKey: number),
            time.microseconds - transaction.lastUsed.microseconds < Self.idleLimit
        else { throw .invalidArgument("Transaction is invalid or closed.") }
        transaction.lastUsed = time
        let result = body(&transaction)
        open[number] = transaction
        return result
    }

    /// Ends a transaction; one that has ended already stays so.
    ///
    /// - Throws: INVALID_ARGUMENT when the id was never given out.
    mutating func end(_ id: [UInt8]) throws(RPCStatus) {
        open[try number(of: id)] = nil
    }

    /// Checks the earlier attempt that options may name, which may have ended.
    func checkRetry(_ options: TransactionOptions) throws(RPCStatus) {
        guard case .readWrite(let earlier?) = options else { return }
        if try number(of: earlier) & 1 == 1 {
            throw .invalidArgument("Cannot retry a read-only transaction.")
        }
    }

    private func number(of id: [UInt8]) throws(RPCStatus) -> UInt64 {
        guard id.count == 9, id[0] == Self.marker else { throw .invalidArgument("Invalid transaction.") }
        let number = id.dropFirst().reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard number > 1, number < nextNumber else { throw .invalidArgument("Invalid transaction.") }
        return number
    }
}
