#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that replaces another one atomically: readers see the old content or the new, even if the machine
/// stops halfway.
package struct FileReplacement: ~Copyable {
    private let path: String
    private let draft: NamedFile
    private var buffer: [UInt8] = []
    private static let bufferSize = 1 << 18

    /// Begins a replacement.
    ///
    /// - Parameter path: A regular file, existing or not. For a symbolic link, its destination is replaced.
    package init(of path: String) throws(FileRefusal) {
        let mode = try FileReplacement.permissions(of: path)
        let target = mode == nil ? path : FileReplacement.resolved(path)
        draft = try FileReplacement.draft(of: target)
        self.path = target
        if let mode { fchmod(draft.descriptor, mode) }
    }

    /// The permissions of a writable regular file; nil if there is none.
    private static func permissions(of path: String) throws(FileRefusal) -> mode_t? {
        do throws(FileRefusal) {
            let present = try NamedFile(path, for: .write, flags: O_WRONLY)
            return present.status.st_mode & 0o777
        } catch {
            if error.reason == .missing { return nil }
            throw error
        }
    }

    private static func draft(of path: String) throws(FileRefusal) -> NamedFile {
        // In the same folder, so that the last step is only a rename.
        let draft = path + ".\(getpid())-\(UInt32.random(in: .min ... .max)).partial"
        do throws(FileRefusal) {
            return try NamedFile(draft, for: .write, flags: O_WRONLY | O_CREAT | O_EXCL)
        } catch {
            throw FileRefusal(path, .write, error.reason == .missing ? .folderMissing : error.reason)
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Adds to the new content.
    package mutating func write(_ bytes: some Sequence<UInt8>) throws(FileRefusal) {
        buffer += bytes
        if buffer.count >= FileReplacement.bufferSize { try flush() }
    }

    private mutating func flush() throws(FileRefusal) {
        do throws(FileRefusal) {
            try draft.write(buffer)
        } catch {
            unlink(draft.path)
            throw FileRefusal(path, .write, error.reason)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Replaces the old content with the new.
    package consuming func finish() throws(FileRefusal) {
        try flush()
        if fsync(draft.descriptor) != 0 || rename(draft.path, path) != 0 {
            let reason = FileRefusal.Reason(errno)
            unlink(draft.path)
            throw FileRefusal(path, .write, reason)
        }
    }

    /// Keeps the old content.
    package consuming func cancel() { unlink(draft.path) }

    /// Replaces a file.
    package static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(FileRefusal) {
        var replacement = try FileReplacement(of: path)
        try replacement.write(bytes)
        try replacement.finish()
    }
}
