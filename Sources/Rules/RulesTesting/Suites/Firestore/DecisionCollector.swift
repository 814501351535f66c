import FirestoreEmulator
import Synchronization

/// Collects what the rules decide.
final class DecisionCollector: Sendable {
    private let records = Mutex<[DecisionRecord]>([])

    func append(_ record: DecisionRecord) { records.withLock { $0.append(record) } }

    /// Hands out what was decided since the last time.
    func take() -> [DecisionRecord] {
        records.withLock { records in
            defer { records = [] }
            return records
        }
    }
}
