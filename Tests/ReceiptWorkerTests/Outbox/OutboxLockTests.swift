import NamedFiles
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptWorker

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The lock of an outbox")
struct OutboxLockTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/outbox" }

    init() throws {
        folder = try TemporaryFolder()
        _ = try Outbox(path: "\(folder.path)/outbox")
    }

    /// Why the lock cannot be taken by a name; nil if it can.
    private func refusal(_ name: String) -> OutboxError.Code? {
        do throws(OutboxError) {
            _ = try OutboxLock(of: name)
            return nil
        } catch {
            return error.code
        }
    }

    /// Why the outbox cannot be opened by a name; nil if it can.
    private func refusalToOpen(_ name: String) -> OutboxError? {
        do throws(OutboxError) {
            _ = try Outbox(path: name)
            return nil
        } catch {
            return error
        }
    }

    @Test func `no other name lets a second worker in`() throws {
        #expect(symlink("outbox", "\(folder.path)/link") == 0)
        #expect(link(path, "\(folder.path)/hard") == 0)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let names = [
            path, "\(folder.path)/link", "\(folder.path)/hard", "\(folder.path)/../\(last)/outbox",
            "/proc/self/fd/\(descriptor)",
        ]
        for first in names {
            let lock = try OutboxLock(of: first)
            for second in names { #expect(refusal(second) == .taken, "\(first), \(second)") }
            _ = consume lock
        }
        #expect(refusal(path) == nil)
    }

    private var last: String { String(folder.path.split(separator: "/").last ?? "") }

    @Test func `an outbox that is renamed while in use stays locked`() throws {
        let lock = try OutboxLock(of: path)
        #expect(rename(path, "\(folder.path)/renamed") == 0)
        #expect(refusal("\(folder.path)/renamed") == .taken)
        // SQLite's log still has the old name.
        let refusal = refusalToOpen("\(folder.path)/renamed")
        #expect(refusal?.code == .taken)
        #expect(
            refusal?.description
                == "a worker uses the outbox \(folder.path)/renamed under another name; stop it, or use that name"
        )
        _ = consume lock
        #expect(refusalToOpen("\(folder.path)/renamed") == nil)
    }

    @Test func `an outbox with two names is refused, because each would have a log of its own`() throws {
        #expect(link(path, "\(folder.path)/hard") == 0)
        for name in [path, "\(folder.path)/hard"] {
            let refusal = refusalToOpen(name)
            #expect(refusal?.code == .unreadable)
            #expect(refusal?.description.hasPrefix("the outbox \(name) has 2 names (hard links)") == true)
        }
        #expect(unlink("\(folder.path)/hard") == 0)
        #expect(refusalToOpen(path) == nil)
    }

    @Test func `a symbolic link leads to the same outbox`() async throws {
        #expect(symlink("outbox", "\(folder.path)/link") == 0)
        let outbox = try Outbox(path: path)
        let linked = try Outbox(path: "\(folder.path)/link")
        try await linked.store([ReceiptEvent(.read, conversationID: "c", messageID: "m", userID: "u")])
        #expect(try await outbox.statistics().queued == 1)
        let lock = try OutboxLock(of: linked.path)
        #expect(outbox.workerProcess == getpid())
        #expect(linked.workerProcess == getpid())
        _ = consume lock
        #expect(outbox.workerProcess == nil)
    }

    @Test(arguments: ["pipe", "folder", "device"])
    func `a path that is not a regular file is not an outbox, and nobody waits for it`(_ kind: String) throws
    {
        var name = "\(folder.path)/\(kind)"
        switch kind {
        case "pipe": #expect(mkfifo(name, 0o600) == 0)
        case "folder": #expect(mkdir(name, 0o700) == 0)
        default: name = "/dev/null"
        }
        let refusal = refusalToOpen(name)
        #expect(refusal?.code == .disk)
        #expect(refusal?.description.hasPrefix("cannot open \(name): it is a \(kind)") == true)
    }

    @Test func `another process that has the file is seen without taking its lock`() throws {
        let first = try file()
        let second = try file()
        let answers = [
            try first.lock(), try second.lock(), second.isLockedElsewhere, first.isLockedElsewhere,
        ]
        #expect(answers == [true, false, true, false])
        // Closing another descriptor does not release the lock.
        _ = consume second
        let third = try file()
        var isLocked = third.isLockedElsewhere
        #expect(isLocked)
        first.unlock()
        isLocked = third.isLockedElsewhere
        #expect(!isLocked)
    }

    private func file() throws -> NamedFile { try NamedFile(path, for: .open, flags: O_RDWR) }
}
