#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock on the file itself, whatever its name. It ends with this value or with the process, however that ends.
///
/// It keeps out only processes that ask for it. It is on one byte far beyond those that SQLite locks, and of the kind that belongs
/// to the open file description, so that closing another descriptor of the file does not release it.
extension NamedFile {
    private static let lockedByte: off_t = 1 << 62

    /// `F_OFD_SETLK` and `F_OFD_GETLK`, which the C library declares only with non-POSIX extensions enabled.
    ///
    /// Source: <https://man7.org/linux/man-pages/man2/F_OFD_SETLK.2const.html>, and `sys/fcntl.h` of Darwin.
    #if canImport(Darwin)
        private static let (setting, getting): (Int32, Int32) = (90, 92)
    #else
        private static let (setting, getting): (Int32, Int32) = (37, 36)
    #endif

    private static func request(_ type: Int32) -> flock {
        var request = flock()
        request.l_type = Int16(type)
        request.l_whence = Int16(SEEK_SET)
        (request.l_start, request.l_len) = (lockedByte, 1)
        return request
    }

    /// Takes the lock, for which the file must be open for writing. Does not wait.
    ///
    /// - Returns: False if another process has it.
    package func lock() throws(FileRefusal) -> Bool {
        var request = NamedFile.request(Int32(F_WRLCK))
        if fcntl(descriptor, NamedFile.setting, &request) == 0 { return true }
        if errno == EAGAIN || errno == EACCES { return false }
        throw FileRefusal(path, .open, FileRefusal.Reason(errno))
    }

    /// Releases the lock.
    package func unlock() {
        var request = NamedFile.request(Int32(F_UNLCK))
        _ = fcntl(descriptor, NamedFile.setting, &request)
    }

    /// Whether another process has the lock. Never takes it, not even for a moment.
    package var isLockedElsewhere: Bool {
        var request = NamedFile.request(Int32(F_WRLCK))
        return fcntl(descriptor, NamedFile.getting, &request) == 0 && request.l_type != Int16(F_UNLCK)
    }
}
