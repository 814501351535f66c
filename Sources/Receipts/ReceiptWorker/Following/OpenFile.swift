import NamedFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file or pipe that is open for reading until it is deallocated.
final class OpenFile {
    let identity: FileIdentity
    /// Whether it is a regular file, which can be read again.
    let isRegular: Bool
    /// How far it was read.
    private(set) var offset: Int64 = 0
    /// Whether the last read found the end.
    private(set) var hasEnded = false

    private let file: NamedFile
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens it; a pipe without waiting for a writer.
    ///
    /// - Returns: nil if it does not exist.
    init?(_ path: String) throws(FollowedFile.Failure) {
        do throws(FileRefusal) {
            file = try NamedFile(path, .regularOrPipe)
        } catch {
            if error.reason == .missing { return nil }
            throw FollowedFile.Failure(error)
        }
        identity = FileIdentity(file.status)
        isRegular = file.isRegular
    }

    func size() throws(FollowedFile.Failure) -> Int64 {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw failure(errno) }
        return Int64(status.st_size)
    }

    func seek(to place: Int64) throws(FollowedFile.Failure) {
        guard lseek(file.descriptor, off_t(place), SEEK_SET) >= 0 else {
            throw failure(errno)
        }
        offset = place
    }

    /// Whether a line ends at an offset, as in a file that was read up to there.
    func endsLine(at place: Int64) throws(FollowedFile.Failure) -> Bool {
        if !isRegular || place < 0 { return false }
        if place == 0 { return true }
        var byte: UInt8 = 0
        let count = pread(file.descriptor, &byte, 1, off_t(place - 1))
        if count < 0 { throw failure(errno) }
        return count == 1 && byte == UInt8(ascii: "\n")
    }

    /// Reads what is new, at most one buffer.
    ///
    /// - Returns: nil if nothing is.
    func read() throws(FollowedFile.Failure) -> [UInt8]? {
        let count: Int?
        do throws(FileRefusal) {
            count = try file.read(into: &buffer)
        } catch {
            throw FollowedFile.Failure(error)
        }
        hasEnded = count == 0
        guard let count, count > 0 else { return nil }
        offset += Int64(count)
        return Array(buffer[..<count])
    }

    private func failure(_ number: Int32) -> FollowedFile.Failure {
        FollowedFile.Failure(FileRefusal(file.path, .read, FileRefusal.Reason(number)))
    }
}

extension FollowedFile.Failure {
    fileprivate init(_ refusal: FileRefusal) { self.init(description: refusal.description) }
}
