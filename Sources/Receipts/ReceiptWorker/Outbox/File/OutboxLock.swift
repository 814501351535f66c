import NamedFiles

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps a second worker away from an outbox with a lock on the file itself, whatever its name. The lock ends with the process. A file next
/// to it, with `.lock` appended to the name, contains the id of the process.
struct OutboxLock: ~Copyable, Sendable {
    private let file: OutboxFile
    /// Locked together with the outbox, which shows whether the worker uses it under this name.
    private let note: NamedFile

    /// Takes the lock.
    ///
    /// - Throws: ``OutboxError`` with `taken` and the process that holds it.
    init(of outbox: String) throws(OutboxError) {
        let file = try OutboxFile(outbox)
        let note = try OutboxLock.note(file.path, flags: O_RDWR | O_CREAT)
        let isFree: Bool
        do throws(FileRefusal) { isFree = try note.lock() } catch {
            throw OutboxError(.disk, error.description)
        }
        guard isFree, try file.beginWork() else {
            let holder = OutboxLock.process(note).map { "process \($0)" } ?? "another worker"
            throw OutboxError(
                .taken, "\(holder) already uses the outbox \(outbox); stop it, or pass another --outbox")
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(note.descriptor, 0)
        _ = pwrite(note.descriptor, text, text.count, 0)
        self.file = file
        self.note = note
    }

    deinit { file.endWork() }

    private static func note(_ path: String, flags: Int32) throws(OutboxError) -> NamedFile {
        do throws(FileRefusal) {
            return try NamedFile(path + ".lock", for: .open, flags: flags, mode: 0o600)
        } catch {
            throw OutboxError(.disk, error.description)
        }
    }

    /// The process whose worker uses an outbox, or nil. Does not take the lock, even briefly.
    static func holder(of file: borrowing OutboxFile) -> Int32? {
        if file.workPath != nil { return getpid() }
        guard file.isWorkedOnElsewhere, let note = try? note(file.path, flags: O_RDONLY) else { return nil }
        return process(note)
    }

    /// Whether a worker uses the outbox under another name. SQLite names its log after the file, so opening it under this name too would
    /// destroy data.
    static func isHeldByAnotherName(_ file: borrowing OutboxFile) -> Bool {
        if let path = file.workPath { return path != file.path }
        guard file.isWorkedOnElsewhere else { return false }
        guard let note = try? note(file.path, flags: O_RDONLY) else { return true }
        return !note.isLockedElsewhere
    }

    /// The process id in the file.
    private static func process(_ note: borrowing NamedFile) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = max(pread(note.descriptor, &bytes, bytes.count, 0), 0)
        let digits = bytes[..<count].prefix { (0x30...0x39).contains($0) }
        return Int32(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
