import NamedFiles
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of an outbox, whatever its name, opened once in this process in addition to SQLite.
///
/// When a process closes any descriptor of a file, the system drops all locks that the process holds on it, including SQLite's. So a file
/// is closed only when nothing in this process uses it any more.
struct OutboxFile: ~Copyable, Sendable {
    /// Which file it is.
    let identity: FileIdentity
    /// Its path without symbolic links. SQLite's other files are next to it.
    let path: String

    /// An open file.
    private struct Opened {
        /// A class, because a dictionary cannot hold noncopyable values.
        final class File: Sendable {
            let file: NamedFile
            init(_ file: consuming NamedFile) { self.file = file }
        }

        /// The first is used; others were opened at the same time.
        var files: [File]
        var users = 1
        /// The path under which a worker of this process uses it.
        var workPath: String?
    }

    private static let opened = Mutex<[FileIdentity: Opened]>([:])

    /// Opens the file. Creates a missing one, readable by its owner only.
    init(_ path: String) throws(OutboxError) {
        do throws(FileRefusal) {
            identity = try OutboxFile.opened.withLock { opened throws(FileRefusal) in
                if !path.utf8.contains(0), let known = FileIdentity(path), opened[known] != nil {
                    opened[known]?.users += 1
                    return known
                }
                let file = try NamedFile(path, for: .open, flags: O_RDWR | O_CREAT, mode: 0o600)
                let identity = FileIdentity(file.status)
                let kept = Opened.File(file)
                if opened[identity] == nil {
                    opened[identity] = Opened(files: [kept])
                } else {
                    opened[identity]?.files.append(kept)
                    opened[identity]?.users += 1
                }
                return identity
            }
        } catch {
            let reason = error.reason == .missing ? .folderMissing : error.reason
            throw OutboxError(.disk, FileRefusal(path, .open, reason).description)
        }
        self.path = OutboxFile.resolved(path)
    }

    deinit {
        OutboxFile.opened.withLock { opened in
            guard var entry = opened[identity] else { return }
            entry.users -= 1
            opened[identity] = entry.users == 0 ? nil : entry
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func file<Result>(_ look: (borrowing NamedFile) -> Result) -> Result? {
        OutboxFile.opened.withLock { opened in opened[identity]?.files.first }.map { look($0.file) }
    }

    /// The number of hard links.
    var nameCount: Int {
        file { file in
            var status = stat()
            return fstat(file.descriptor, &status) == 0 ? Int(status.st_nlink) : 1
        } ?? 1
    }

    // MARK: Worker

    /// Locks the file for a worker.
    ///
    /// - Returns: False if another worker has it.
    func beginWork() throws(OutboxError) -> Bool {
        do throws(FileRefusal) {
            return try OutboxFile.opened.withLock { opened throws(FileRefusal) in
                guard let entry = opened[identity], entry.workPath == nil, let file = entry.files.first
                else { return false }
                guard try file.file.lock() else { return false }
                opened[identity]?.workPath = path
                return true
            }
        } catch {
            throw OutboxError(.disk, error.description)
        }
    }

    /// Unlocks the file.
    func endWork() {
        OutboxFile.opened.withLock { opened in
            opened[identity]?.files.first?.file.unlock()
            opened[identity]?.workPath = nil
        }
    }

    /// The path under which a worker of this process uses it; nil if none does.
    var workPath: String? { OutboxFile.opened.withLock { $0[identity]?.workPath } }

    /// Whether a worker of another process uses it.
    var isWorkedOnElsewhere: Bool { workPath == nil && file { $0.isLockedElsewhere } == true }
}
