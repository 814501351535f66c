import FirestoreModel
import FirestoreRPC

/// The open transactions of a database, by id.
///
/// An id is a marker byte and an increasing number. This tells an issued id from one
/// that never was, without storing closed ones.
struct TransactionTable: Sendable {
    /// The maximum number of open transactions. Beyond it, the longest unused one is closed.
    static let capacity = 10_000
    /// How long a transaction may be unused, in microseconds.
    static let idleLimit: Int64 = 60_000_000
    /// How long a transaction may last, in microseconds.
    static let lifetime: Int64 = 270_000_000
    private static let marker: UInt8 = 0x11

    let profile: EmulatorProfile
    private var open: [UInt64: Transaction] = [:]
    /// Always even.
    private var nextNumber: UInt64 = 2
    /// The number of open transactions at which unused ones are searched for.
    private var sweepCount = 128

    init(_ profile: EmulatorProfile = .emulator) {
        self.profile = profile
    }

    /// The number of open transactions, including expired ones not yet removed.
    var count: Int { open.count }

    /// Opens a transaction.
    ///
    /// - Returns: Its id, nine bytes.
    mutating func begin(_ mode: Transaction.Mode, at time: Timestamp) -> [UInt8] {
        if open.count >= sweepCount { sweep(at: time) }
        // The lowest bit is the kind of transaction, even after its end.
        let number = if case .readOnly = mode { nextNumber | 1 } else { nextNumber }
        nextNumber += 2
        open[number] = Transaction(mode, at: time)
        return [Self.marker] + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Closes unused transactions; if too many are left, also the tenth that was unused for longest.
    private mutating func sweep(at time: Timestamp) {
        open = open.filter { time.microseconds - $0.value.lastUsed.microseconds < Self.idleLimit }
        if open.count >= Self.capacity {
            let oldest = open.sorted { ($0.value.lastUsed, $0.key) < ($1.value.lastUsed, $1.key) }
            for (number, _) in oldest.prefix(Self.capacity / 10) { open[number] = nil }
        }
        // The more there are, the more a search costs, so it happens less often.
        sweepCount = min(Self.capacity, max(128, 2 * open.count))
    }

    /// Uses an open transaction.
    ///
    /// - Throws: INVALID_ARGUMENT if the id was never issued, or the transaction has ended or expired.
    mutating func use<Result>(
        _ id: [UInt8], at time: Timestamp, _ body: (inout Transaction) -> Result
    ) throws(RPCStatus) -> Result {
        let number = try number(of: id)
        guard var transaction = open.removeValue(forKey: number),
            time.microseconds - transaction.lastUsed.microseconds < Self.idleLimit,
            time.microseconds - transaction.began.microseconds < Self.lifetime
        else { throw profile.endedTransaction }
        transaction.lastUsed = time
        let result = body(&transaction)
        open[number] = transaction
        return result
    }

    /// Ends a transaction; does nothing if it has ended.
    ///
    /// - Throws: INVALID_ARGUMENT if the id was never issued.
    mutating func end(_ id: [UInt8]) throws(RPCStatus) {
        open[try number(of: id)] = nil
    }

    /// Checks the earlier attempt named in options, which may have ended.
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
