import NamedFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads files of lines, a piece at a time.
enum TextFile {
    private static let pieceSize = 1 << 16
    /// The maximum length of a line; the largest document needs less.
    static let maximumLineLength = 16 << 20
    /// The maximum size of a file.
    static let maximumSize = 1 << 30

    /// Passes the lines of a regular file to the closure, one by one, without line breaks.
    ///
    /// - Parameter limit: The maximum size of the file in bytes.
    static func forEachLine(
        of path: String, limit: Int = maximumSize,
        _ body: (_ line: [UInt8], _ number: Int) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        let file: NamedFile
        do throws(FileRefusal) { file = try NamedFile(path) } catch { throw ArchiveError(error) }
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var line: [UInt8] = []
        var (number, size) = (1, 0)
        while true {
            let count = try read(file, into: &piece)
            size += count
            // The file may grow while it is read.
            if max(size, Int(clamping: file.status.st_size)) > limit {
                throw ArchiveError(FileRefusal(path, .read, .tooLarge(limit: limit)))
            }
            var rest = piece[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                rest = rest[(end + 1)...]
                try body(withoutReturn(line), number)
                line.removeAll(keepingCapacity: true)
                number += 1
            }
            line += rest
            if line.count > maximumLineLength {
                throw ArchiveError(path, line: number, "the line is longer than \(maximumLineLength) bytes")
            }
            if count == 0 { break }
        }
        if !line.isEmpty { try body(withoutReturn(line), number) }
    }

    private static func read(
        _ file: borrowing NamedFile, into piece: inout [UInt8]
    ) throws(ArchiveError) -> Int {
        do throws(FileRefusal) {
            return try file.read(into: &piece) ?? 0
        } catch {
            throw ArchiveError(error)
        }
    }

    /// Files from other systems end their lines with two characters.
    private static func withoutReturn(_ line: [UInt8]) -> [UInt8] {
        line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    }

    static func isDirectory(_ path: String) -> Bool {
        if path.utf8.contains(0) { return false }
        guard let directory = opendir(path) else { return false }
        closedir(directory)
        return true
    }
}
