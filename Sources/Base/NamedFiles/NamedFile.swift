#if canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#elseif canImport(Darwin)
    package import Darwin
#endif

/// A file that the user named, open as long as the value lives.
///
/// Opening never waits, neither for the other end of a pipe nor for a device. The kind of file is that of the
/// open file, because the path may lead elsewhere a moment later.
package struct NamedFile: ~Copyable, Sendable {
    /// What may be opened.
    package enum Kind: Sendable {
        case regular
        case regularOrPipe
        /// Also devices such as a terminal, for output that the user sends there.
        case regularOrStream
    }

    /// The flags of a file that is appended to.
    package static let appending = O_WRONLY | O_APPEND

    /// The path, as it was given.
    package let path: String
    package let descriptor: Int32
    /// The system's description of it, from when it was opened.
    package let status: stat
    private let purpose: FileRefusal.Purpose

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file; symbolic links are followed.
    ///   - kind: The kinds of file allowed.
    ///   - purpose: Its use, for messages.
    ///   - flags: More flags to open it with, besides the one not to wait.
    ///   - mode: The permissions of a new file.
    package init(
        _ path: String, _ kind: Kind = .regular, for purpose: FileRefusal.Purpose = .read,
        flags: Int32 = O_RDONLY, mode: mode_t = 0o666
    ) throws(FileRefusal) {
        if path.isEmpty { throw FileRefusal(path, purpose, .nameless) }
        if path.utf8.contains(0) { throw FileRefusal(path, purpose, .zeroByte) }
        var status = stat()
        // Opening a device can already have an effect, so look at it first.
        if stat(path, &status) == 0, let reason = NamedFile.refusal(of: status, kind) {
            throw FileRefusal(path, purpose, reason)
        }
        var descriptor: Int32 = -1
        repeat {
            descriptor = open(path, flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, mode)
        } while descriptor < 0 && errno == EINTR
        if descriptor < 0 { throw FileRefusal(path, purpose, FileRefusal.Reason(errno)) }
        let isKnown = fstat(descriptor, &status) == 0
        if let reason = isKnown ? NamedFile.refusal(of: status, kind) : .system(errno) {
            close(descriptor)
            throw FileRefusal(path, purpose, reason)
        }
        self.path = path
        self.descriptor = descriptor
        self.status = status
        self.purpose = purpose
    }

    deinit { close(descriptor) }

    private static func refusal(of status: stat, _ kind: Kind) -> FileRefusal.Reason? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFIFO: kind == .regular ? .pipe : nil
        case S_IFDIR: .folder
        case S_IFSOCK: .socket
        default: kind == .regularOrStream ? nil : .device
        }
    }

    /// Whether it is a regular file, which can be read again from any position.
    package var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// Reads what is available, up to the size of the buffer.
    ///
    /// - Returns: The number of bytes read, 0 at the end; nil if a pipe is empty at the moment.
    package func read(into buffer: inout [UInt8]) throws(FileRefusal) -> Int? {
        while true {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return nil
            default: throw FileRefusal(path, purpose, FileRefusal.Reason(errno))
            }
        }
    }

    /// Writes all of the bytes. Waits for the reader of a pipe, until the task is cancelled.
    package func write(_ bytes: some Sequence<UInt8>) throws(FileRefusal) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                if Task.isCancelled { throw FileRefusal(path, purpose, .cancelled) }
                var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&target, 1, 200)
                continue
            }
            guard count > 0 else { throw FileRefusal(path, purpose, FileRefusal.Reason(errno)) }
            rest = rest.dropFirst(count)
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
