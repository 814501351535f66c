#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files that nobody but their owner may read: who has read what is nobody else's business.
enum PrivateFile {
    /// Opens a file for reading and writing, and makes it where there is none.
    static func open(_ path: String) throws(OutboxError) -> Int32 {
        let descriptor = systemOpen(path)
        if descriptor < 0 {
            throw OutboxError(.disk, "cannot open \(path): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    /// Makes a file where there is none.
    static func make(_ path: String) throws(OutboxError) {
        close(try open(path))
    }

    private static func systemOpen(_ path: String) -> Int32 {
        #if canImport(Darwin)
            Darwin.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #elseif canImport(Glibc)
            Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #else
            Musl.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #endif
    }
}
