import FirestoreModel

/// How many writes documents, or collections, take in a second. A value: the same writes at the same times exceed it again.
struct WriteRates: Sendable {
    /// What takes the writes.
    enum Subject: Hashable, Sendable {
        case document(DatabaseID, DocumentPath)
        case collection(DatabaseID, CollectionPath)
    }

    private struct Account: Sendable {
        /// How many writes are left; at most those of a second.
        var left: Double
        /// The time of the latest write, and of the first one since a long pause, in microseconds.
        var latest, first: Int64
    }

    /// Writes in a second.
    private let rate: Double
    /// Whether the rate may grow: by half every five minutes.
    ///
    /// Source: <https://firebase.google.com/docs/firestore/best-practices#ramping_up_traffic>
    private let grows: Bool
    private var accounts: [Subject: Account] = [:]

    private static let second: Int64 = 1_000_000
    private static let step = 300 * second
    /// How many subjects are remembered before those without a write in the last second are forgotten.
    private static let bound = 10_000

    init(_ rate: Double, grows: Bool) {
        (self.rate, self.grows) = (rate, grows)
    }

    /// Takes writes, unless one of their subjects has none left.
    ///
    /// - Parameters:
    ///   - counts: How many writes each subject gets.
    ///   - isForced: Whether they are taken in any case.
    /// - Returns: A subject that exceeds its rate, and that rate; nil if none does.
    mutating func take(
        _ counts: [Subject: Int], at time: Timestamp, isForced: Bool = false
    ) -> (subject: Subject, rate: Double)? {
        let now = time.microseconds
        var changed: [Subject: Account] = [:]
        for (subject, count) in counts {
            var account = accounts[subject] ?? Account(left: .infinity, latest: now, first: now)
            let pause = max(0, now - account.latest)
            if pause > WriteRates.step { account.first = now }
            let rate = rate(since: now - account.first)
            let most = max(1, rate)
            account.left = min(most, account.left + rate * Double(pause) / Double(WriteRates.second))
            account.latest = max(now, account.latest)
            // More than a second's worth in one commit is taken when nothing came before it.
            if account.left < min(Double(count), most), !isForced { return (subject, rate) }
            account.left -= Double(count)
            changed[subject] = account
        }
        accounts.merge(changed) { $1 }
        if accounts.count > WriteRates.bound {
            accounts = accounts.filter { now - $0.value.latest < WriteRates.second }
        }
        return nil
    }

    private func rate(since time: Int64) -> Double {
        guard grows else { return rate }
        var grown = rate
        for _ in 0..<min(max(0, time) / WriteRates.step, 20) { grown *= 1.5 }
        return grown
    }
}
