import NamedFiles
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes rows to a new outbox, many at a time, with their numbers. The outbox gets its name when it is complete.
final class OutboxSalvage: Sendable {
    private let target: String
    private let outbox: Outbox
    private let waiting = Mutex<[OutboxVerification.Content]>([])
    private static let mostTogether = 2000
    /// The endings of SQLite's files.
    private static let endings = ["", "-wal", "-shm"]

    /// - Parameter target: A file that does not exist.
    convenience init(to target: String) throws(OutboxError) {
        for ending in OutboxSalvage.endings where FileIdentity(target + ending) != nil {
            throw OutboxError(.disk, "\(target + ending) already exists; choose another file name")
        }
        let draft = "\(target).\(getpid())-\(UInt32.random(in: .min ... .max)).partial"
        do throws(OutboxError) {
            self.init(try Outbox(path: draft, limit: .max), target)
        } catch {
            throw OutboxError(error.code, error.description.replacing(draft, with: target))
        }
    }

    /// - Parameter outbox: The new outbox, under its temporary name.
    init(_ outbox: Outbox, _ target: String) {
        self.outbox = outbox
        self.target = target
    }

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

    /// Writes the rest, and gives the outbox its name.
    func finish() throws(OutboxError) {
        let rest = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        try outbox.restore(rest)
        outbox.close()
        if rename(outbox.path, target) != 0 {
            throw OutboxError(.disk, FileRefusal(target, .write, FileRefusal.Reason(errno)).description)
        }
    }

    /// Deletes the unfinished outbox.
    func cancel() {
        outbox.close()
        for ending in OutboxSalvage.endings { unlink(outbox.path + ending) }
    }
}
