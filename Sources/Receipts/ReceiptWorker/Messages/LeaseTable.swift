/// The messages that Pub/Sub delivers to nobody else for now, and until when. A value.
///
/// A pull does not say how long that is: at least ten seconds. Deadlines are set again once half of their time is over, for as long as a
/// message is held, up to an hour.
struct LeaseTable {
    private struct Lease {
        let ackID: String
        let bytes: Int
        let since: Int64
        var renewedAt: Int64
        var deadline: Int64
    }

    /// The shortest deadline of a subscription, in milliseconds.
    static let shortest: Int64 = 10_000
    /// The deadline that is asked for, in seconds.
    static let renewal = 60
    /// The longest that a message is held, in milliseconds. Then another worker may have it.
    static let longest: Int64 = 3_600_000

    private var leases: [Int64: Lease] = [:]
    /// The size of all messages.
    private(set) var bytes = 0

    var count: Int { leases.count }

    mutating func add(_ message: Int64, ackID: String, bytes: Int, at now: Int64) {
        leases[message] = Lease(
            ackID: ackID, bytes: bytes, since: now, renewedAt: now, deadline: now + Self.shortest)
        self.bytes += bytes
    }

    /// Ends the lease of a message.
    ///
    /// - Returns: What acknowledges it; nil if there was no lease.
    mutating func remove(_ message: Int64) -> String? {
        guard let lease = leases.removeValue(forKey: message) else { return nil }
        bytes -= lease.bytes
        return lease.ackID
    }

    /// Sets the deadlines that are half over.
    ///
    /// - Returns: The ids whose deadlines have to be set, and the messages that were held for too long.
    mutating func renew(at now: Int64) -> (ackIDs: [String], expired: [Int64]) {
        var (ackIDs, expired): ([String], [Int64]) = ([], [])
        for (message, lease) in leases where now - lease.renewedAt >= (lease.deadline - lease.renewedAt) / 2 {
            if now - lease.since >= Self.longest {
                expired.append(message)
                continue
            }
            leases[message]?.renewedAt = now
            leases[message]?.deadline = now + Int64(Self.renewal) * 1000
            ackIDs.append(lease.ackID)
        }
        return (ackIDs, expired)
    }
}
