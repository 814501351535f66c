#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file or a pipe that is open for reading, and closed with the last reference to it.
final class OpenFile {
    let identity: FileIdentity
    /// Whether it is a file, of which every place can be read again.
    let isRegular: Bool
    /// How far it was read.
    private(set) var offset: Int64 = 0
    /// Whether the last look found that nobody writes any more.
    private(set) var hasEnded = false

    private let path: String
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens it; a pipe without waiting for somebody who writes.
    ///
    /// - Returns: nil when there is none.
    init?(_ path: String) throws(FollowedFile.Failure) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw FollowedFile.Failure(path, errno)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let number = errno
            close(descriptor)
            throw FollowedFile.Failure(path, number)
        }
        let type = status.st_mode & S_IFMT
        if type == S_IFDIR {
            close(descriptor)
            throw FollowedFile.Failure(path, EISDIR)
        }
        self.path = path
        self.descriptor = descriptor
        identity = FileIdentity(status)
        isRegular = type == S_IFREG
    }

    deinit { close(descriptor) }

    func size() throws(FollowedFile.Failure) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FollowedFile.Failure(path, errno) }
        return Int64(status.st_size)
    }

    func seek(to place: Int64) throws(FollowedFile.Failure) {
        guard lseek(descriptor, off_t(place), SEEK_SET) >= 0 else {
            throw FollowedFile.Failure(path, errno)
        }
        offset = place
    }

    /// Whether a line ends at a place, as it does in a file that was read to there.
    func endsLine(at place: Int64) throws(FollowedFile.Failure) -> Bool {
        if !isRegular || place < 0 { return false }
        if place == 0 { return true }
        var byte: UInt8 = 0
        let count = pread(descriptor, &byte, 1, off_t(place - 1))
        if count < 0 { throw FollowedFile.Failure(path, errno) }
        return count == 1 && byte == UInt8(ascii: "\n")
    }

    /// Reads what is there, a piece at most.
    ///
    /// - Returns: nil when nothing is.
    func read() throws(FollowedFile.Failure) -> [UInt8]? {
        var count = -1
        repeat { count = systemRead(descriptor, &buffer, buffer.count) } while count < 0 && errno == EINTR
        hasEnded = count == 0
        if count < 0 {
            if errno == EAGAIN { return nil }
            throw FollowedFile.Failure(path, errno)
        }
        offset += Int64(count)
        return count == 0 ? nil : Array(buffer[..<count])
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

extension FollowedFile.Failure {
    fileprivate init(_ path: String, _ number: Int32) {
        self.init(description: "cannot read \(path): \(String(cString: strerror(number)))")
    }
}
