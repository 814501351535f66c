#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whole files.
extension NamedFile {
    private static let pieceSize = 1 << 16
    /// The interval between two reads of an empty pipe.
    private static let pace = Duration.milliseconds(10)

    /// Reads a regular file. Never waits.
    ///
    /// - Parameter limit: The maximum size in bytes.
    package static func contents(of path: String, limit: Int) throws(FileRefusal) -> [UInt8] {
        try NamedFile(path).contents(limit: limit)
    }

    /// Reads a regular file that is open.
    ///
    /// - Parameter limit: The maximum size in bytes.
    package borrowing func contents(limit: Int) throws(FileRefusal) -> [UInt8] {
        var content = try room(limit)
        while try !readPiece(into: &content, limit) {}
        return content
    }

    /// Reads a regular file, or a pipe to its end: waits until a writer appears, or the task is cancelled.
    ///
    /// - Parameter limit: The maximum size in bytes.
    package static func contents(ofFileOrPipe path: String, limit: Int) async throws(FileRefusal) -> [UInt8] {
        let file = try NamedFile(path, .regularOrPipe)
        var content = try file.room(limit)
        while true {
            // Before the first write, reading a pipe would report its end.
            if file.isReadable, try file.readPiece(into: &content, limit) { return content }
            if file.isReadable { continue }
            do { try await Task.sleep(for: pace) } catch { throw FileRefusal(path, .read, .cancelled) }
        }
    }

    private var isReadable: Bool {
        if isRegular { return true }
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&source, 1, 0) > 0
    }

    private func room(_ limit: Int) throws(FileRefusal) -> [UInt8] {
        let size = isRegular ? Int(clamping: status.st_size) : 0
        if size > limit { throw FileRefusal(path, .read, .tooLarge(limit: limit)) }
        var content: [UInt8] = []
        content.reserveCapacity(size)
        return content
    }

    /// Appends what is available.
    ///
    /// - Returns: Whether that was the end.
    private func readPiece(into content: inout [UInt8], _ limit: Int) throws(FileRefusal) -> Bool {
        var piece = [UInt8](repeating: 0, count: NamedFile.pieceSize)
        guard let count = try read(into: &piece) else { return false }
        content += piece[..<count]
        if content.count > limit { throw FileRefusal(path, .read, .tooLarge(limit: limit)) }
        return count == 0
    }
}
