import Synchronization

/// Writes rows to a new outbox, many at a time. They keep their numbers.
final class OutboxSalvage: Sendable {
    private let outbox: Outbox
    private let waiting = Mutex<[OutboxVerification.Content]>([])
    private static let mostTogether = 2000

    init(_ outbox: Outbox) { self.outbox = outbox }

    /// Adds a row.
    func add(_ content: OutboxVerification.Content) throws {
        let full = waiting.withLock { waiting -> [OutboxVerification.Content] in
            waiting.append(content)
            if waiting.count < OutboxSalvage.mostTogether { return [] }
            defer { waiting = [] }
            return waiting
        }
        if !full.isEmpty { try outbox.restore(full) }
    }

    /// Writes what is left.
    func finish() throws(OutboxError) {
        let rest = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        try outbox.restore(rest)
    }
}
