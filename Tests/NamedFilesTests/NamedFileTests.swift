import NamedFiles
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

struct NamedFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(["a.txt": "abc", "empty.txt": ""]) }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func read(_ name: String, limit: Int = 100) throws(FileRefusal) -> String {
        String(decoding: try NamedFile.contents(of: path(name), limit: limit), as: UTF8.self)
    }

    private func reason(_ name: String, limit: Int = 100) -> FileRefusal.Reason? {
        do throws(FileRefusal) {
            _ = try read(name, limit: limit)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `a regular file is read as a whole, through links too`() throws {
        #expect(symlink("a.txt", path("link")) == 0)
        #expect(link(path("a.txt"), path("other")) == 0)
        #expect(try read("a.txt") == "abc")
        #expect(try read("link") == "abc")
        #expect(try read("other") == "abc")
        #expect(try read("empty.txt") == "")
    }

    @Test func `a file has as many bytes as are allowed, not one more`() throws {
        #expect(try read("a.txt", limit: 3) == "abc")
        #expect(reason("a.txt", limit: 2) == .tooLarge(limit: 2))
        #expect(truncate(path("a.txt"), 1 << 40) == 0)
        #expect(reason("a.txt", limit: 16 << 20)?.description == "it is larger than 16 MB")
    }

    @Test func `a file that tells no size is bounded, too`() {
        #expect(throws: FileRefusal("/proc/self/maps", .read, .tooLarge(limit: 8))) {
            try NamedFile.contents(of: "/proc/self/maps", limit: 8)
        }
    }

    @Test func `nobody is waited for at the other end of a pipe`() {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        #expect(symlink("pipe", path("link")) == 0)
        #expect(reason("pipe") == .pipe)
        #expect(reason("link") == .pipe)
    }

    @Test func `devices, sockets and folders are told from files`() throws {
        let socket = try UnixSocket(path("socket"))
        #expect(reason("socket") == .socket)
        #expect(reason(".") == .folder)
        #expect(reason("a.txt/b") == .missing)
        #expect(reason("none") == .missing)
        for device in ["/dev/null", "/dev/zero"] {
            #expect(throws: FileRefusal(device, .read, .device)) {
                try NamedFile.contents(of: device, limit: 10)
            }
        }
        socket.close()
    }

    @Test func `names that cannot be a file's are refused`() {
        #expect(reason("a.txt\0.md") == .zeroByte)
        #expect(throws: FileRefusal("", .read, .nameless)) { try NamedFile.contents(of: "", limit: 10) }
        #expect(reason(String(repeating: "x", count: 300))?.description == "the path is too long")
        #expect(symlink("circle", path("circle")) == 0)
        #expect(reason("circle")?.description == "its symbolic links form a loop")
    }

    @Test func `a message is one line, whatever the name holds`() {
        let refusal = FileRefusal("a\n\u{1B}[2J.txt", .read, .missing)
        #expect(refusal.description == #"cannot read a\u{a}\u{1b}[2J.txt: there is no such file"#)
        #expect(
            FileRefusal("b", .write, .device).description(kind: "seed")
                == "cannot write the seed file b: it is a device; a regular file is needed")
    }

    @Test func `a pipe is read to its end where a command may read one`() async throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        async let content = NamedFile.contents(ofFileOrPipe: path("pipe"), limit: 1 << 20)
        // Succeeds once it is open for reading.
        var writer: Int32 = -1
        while writer < 0 {
            writer = open(path("pipe"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            await Task.yield()
        }
        let text = Array("one\ntwo\n".utf8)
        #expect(write(writer, text, text.count) == text.count)
        close(writer)
        #expect(try await content == text)
        #expect(try await NamedFile.contents(ofFileOrPipe: path("a.txt"), limit: 3) == Array("abc".utf8))
    }

    @Test func `waiting for a pipe ends with the task`() async throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let path = path("pipe")
        let reading = Task { () -> FileRefusal.Reason? in
            do throws(FileRefusal) {
                _ = try await NamedFile.contents(ofFileOrPipe: path, limit: 10)
                return nil
            } catch {
                return error.reason
            }
        }
        reading.cancel()
        #expect(await reading.value == .cancelled)
    }

    @Test func `more than the limit comes out of no pipe`() async throws {
        await #expect(throws: FileRefusal("/dev/zero", .read, .device)) {
            try await NamedFile.contents(ofFileOrPipe: "/dev/zero", limit: 10)
        }
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        let path = path("pipe")
        async let reason = Task { () -> FileRefusal.Reason? in
            do throws(FileRefusal) {
                _ = try await NamedFile.contents(ofFileOrPipe: path, limit: 3)
                return nil
            } catch {
                return error.reason
            }
        }.value
        var writer: Int32 = -1
        while writer < 0 {
            writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            await Task.yield()
        }
        #expect(write(writer, Array("four".utf8), 4) == 4)
        #expect(await reason == .tooLarge(limit: 3))
        close(writer)
    }
}

/// A socket that has a name among files.
struct UnixSocket {
    private let descriptor: Int32

    init(_ path: String) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(result == 0)
    }

    func close() {
        #if canImport(Glibc)
            Glibc.close(descriptor)
        #elseif canImport(Musl)
            Musl.close(descriptor)
        #else
            Darwin.close(descriptor)
        #endif
    }
}
