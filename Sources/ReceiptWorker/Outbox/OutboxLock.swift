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
            var bytes = [UInt8](repeating: 0, count: 32)
            let count = max(read(descriptor, &bytes, bytes.count), 0)
            close(descriptor)
            let digits = bytes[..<count].prefix { (0x30...0x39).contains($0) }
            let holder =
                digits.isEmpty ? "another worker" : "process \(String(decoding: digits, as: UTF8.self))"
            throw OutboxError(
                .taken, "\(holder) works on the outbox \(outbox) already; stop it, or give another --outbox")
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = write(descriptor, text, text.count)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
