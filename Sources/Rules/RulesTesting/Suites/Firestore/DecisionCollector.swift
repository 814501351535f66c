import FirestoreEmulator
import Synchronization

/// Collects the decisions of the rules.
final class DecisionCollector: Sendable {
    private let records = Mutex<[DecisionRecord]>([])

    func append(_ record: DecisionRecord) { records.withLock { $0.append(record) } }

    /// Returns the decisions since the last call.
    func take() -> [DecisionRecord] {
        records.withLock { records in
            defer { records = [] }
            return records
        }
    }
}
