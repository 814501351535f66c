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

struct FileReplacementTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(["a.txt": "old"]) }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func write(_ text: String, to name: String) throws(FileRefusal) {
        try FileReplacement.write(text.utf8, to: path(name))
    }

    private var names: [String] {
        var names: [String] = []
        guard let directory = opendir(folder.path) else { return [] }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    @Test func `a file is written as a whole, and keeps its permissions`() throws {
        #expect(chmod(path("a.txt"), 0o640) == 0)
        try write("new", to: "a.txt")
        try write(String(repeating: "x", count: 1 << 20), to: "b.txt")
        #expect(try folder.read("a.txt") == "new")
        #expect(try folder.read("b.txt").count == 1 << 20)
        var status = stat()
        #expect(stat(path("a.txt"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
        #expect(names == ["a.txt", "b.txt"])
    }

    @Test func `a symbolic link stays one, and the file behind it is replaced`() throws {
        #expect(symlink("a.txt", path("link")) == 0)
        try write("new", to: "link")
        #expect(try folder.read("a.txt") == "new")
        var status = stat()
        #expect(lstat(path("link"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func `a replacement that is given up leaves what was there`() throws {
        var replacement = try FileReplacement(of: path("a.txt"))
        try replacement.write("half".utf8)
        replacement.cancel()
        #expect(try folder.read("a.txt") == "old")
        #expect(names == ["a.txt"])
    }

    @Test func `what is no file is not replaced by one`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        #expect(throws: FileRefusal(path("pipe"), .write, .pipe)) { try write("new", to: "pipe") }
        #expect(throws: FileRefusal("/dev/null", .write, .device)) {
            try FileReplacement.write("new".utf8, to: "/dev/null")
        }
        #expect(throws: FileRefusal(folder.path, .write, .folder)) {
            try FileReplacement.write("new".utf8, to: folder.path)
        }
        #expect(throws: FileRefusal(path("none/a"), .write, .folderMissing)) {
            try write("new", to: "none/a")
        }
        #expect(throws: FileRefusal(path("a\0b"), .write, .zeroByte)) { try write("new", to: "a\0b") }
        #expect(throws: FileRefusal("", .write, .nameless)) { try FileReplacement.write([], to: "") }
        #expect(names == ["a.txt", "pipe"])
    }
}
