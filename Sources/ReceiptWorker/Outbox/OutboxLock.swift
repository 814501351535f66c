#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps a second worker from an outbox: an advisory lock on a file beside it, which ends with the process, however that ends.
struct OutboxLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``OutboxError`` with `taken` that names the process that holds it.
    init(of outbox: String) throws(OutboxError) {
        let path = outbox + ".lock"
        let descriptor = try PrivateFile.open(path)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = OutboxLock.process(descriptor).map { "process \($0)" } ?? "another worker"
            close(descriptor)
            throw OutboxError(
                .taken, "\(holder) works on the outbox \(outbox) already; stop it, or give another --outbox")
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = write(descriptor, text, text.count)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The process that works on an outbox; nil for none. Does not take the lock, not even for a moment.
    static func holder(of outbox: String) -> Int32? {
        let descriptor = open(outbox + ".lock", O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
        defer { close(descriptor) }
        // The number stays there when the process has ended.
        return process(descriptor).flatMap { kill($0, 0) == 0 || errno == EPERM ? $0 : nil }
    }

    /// The process whose number stands in the file.
    private static func process(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = max(read(descriptor, &bytes, bytes.count), 0)
        let digits = bytes[..<count].prefix { (0x30...0x39).contains($0) }
        return Int32(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
