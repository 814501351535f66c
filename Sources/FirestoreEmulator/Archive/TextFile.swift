#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads and writes files of lines, a piece at a time.
enum TextFile {
    private static let pieceSize = 1 << 16
    /// No line is longer; the largest document needs less.
    static let maximumLineLength = 16 << 20

    /// Hands out the lines of a file, one by one, without their ends.
    static func forEachLine(
        of path: String, _ body: (_ line: [UInt8], _ number: Int) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        guard let file = fopen(path, "rb") else { throw ArchiveError(failed: "read", path) }
        defer { fclose(file) }
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var line: [UInt8] = []
        var number = 1
        while true {
            let count = fread(&piece, 1, pieceSize, file)
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
        if ferror(file) != 0 { throw ArchiveError(failed: "read", path) }
        if !line.isEmpty { try body(withoutReturn(line), number) }
    }

    /// Files from other systems end their lines with two characters.
    private static func withoutReturn(_ line: [UInt8]) -> [UInt8] {
        line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    }

    /// Writes a file as a whole: whoever reads it sees the old content or the new one, even if the machine stops halfway.
    ///
    /// - Parameters:
    ///   - path: The file, which is replaced if it is there.
    ///   - content: Writes the content, piece by piece.
    static func replace(
        _ path: String,
        _ content: ((_ bytes: [UInt8]) throws(ArchiveError) -> Void) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        // In the same folder, so that the last step is just another name.
        let draft = path + ".\(getpid())-\(UInt32.random(in: .min ... .max)).partial"
        guard let file = fopen(draft, "wbx") else { throw ArchiveError(failed: "write", path) }
        do throws(ArchiveError) {
            try content { bytes throws(ArchiveError) in
                if fwrite(bytes, 1, bytes.count, file) != bytes.count {
                    throw ArchiveError(failed: "write", path)
                }
            }
            if fflush(file) != 0 || fsync(fileno(file)) != 0 { throw ArchiveError(failed: "write", path) }
        } catch {
            fclose(file)
            unlink(draft)
            throw error
        }
        if fclose(file) != 0 || rename(draft, path) != 0 {
            let error = ArchiveError(failed: "write", path)
            unlink(draft)
            throw error
        }
    }

    static func isDirectory(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        closedir(directory)
        return true
    }
}
