import NamedFiles
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of an outbox, whatever its name, open once in this process beside SQLite.
///
/// The system drops all locks that a process holds on a file as soon as it closes any descriptor of it, SQLite's among them. So a
/// file is closed only when nothing in this process uses it any more.
struct OutboxFile: ~Copyable, Sendable {
    /// Which file it is.
    let identity: FileIdentity
    /// Its path without symbolic links: beside that lie the other files of SQLite.
    let path: String

    /// What is known of a file that is open.
    private struct Opened {
        /// Kept in a class because a dictionary holds no values of one owner.
        final class File: Sendable {
            let file: NamedFile
            init(_ file: consuming NamedFile) { self.file = file }
        }

        /// The first is used; others were opened at the same moment.
        var files: [File]
        var users = 1
        /// Under which path a worker of this process works on it.
        var workPath: String?
    }

    private static let opened = Mutex<[FileIdentity: Opened]>([:])

    /// Opens the file, and makes it for its owner alone where there is none.
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

    /// How many names it has.
    var nameCount: Int {
        file { file in
            var status = stat()
            return fstat(file.descriptor, &status) == 0 ? Int(status.st_nlink) : 1
        } ?? 1
    }

    // MARK: Working on it

    /// Takes the file for a worker alone.
    ///
    /// - Returns: False when another worker has it.
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

    /// Gives the file back.
    func endWork() {
        OutboxFile.opened.withLock { opened in
            opened[identity]?.files.first?.file.unlock()
            opened[identity]?.workPath = nil
        }
    }

    /// The path under which a worker of this process works on it; nil when none does.
    var workPath: String? { OutboxFile.opened.withLock { $0[identity]?.workPath } }

    /// Whether a worker of another process works on it.
    var isWorkedOnElsewhere: Bool { workPath == nil && file { $0.isLockedElsewhere } == true }
}
