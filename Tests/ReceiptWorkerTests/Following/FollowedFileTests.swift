import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("A file that is followed")
struct FollowedFileTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/events" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func line(_ message: MessageID) -> String {
        #"{"kind":"read","conversation":"c","message":"\#(message)","user":"bob"}"#
    }

    private func append(_ text: String, to name: String = "events") throws {
        let before = (try? folder.read(name)) ?? ""
        let file = fopen("\(folder.path)/\(name)", before.isEmpty ? "w" : "a")
        fputs(text, file)
        fclose(file)
    }

    private func rename(_ old: String, to new: String) throws {
        try FileManager.default.moveItem(atPath: "\(folder.path)/\(old)", toPath: "\(folder.path)/\(new)")
    }

    /// Everything that can be read now.
    private func read(_ file: inout FollowedFile) throws -> (
        messages: [MessageID], rejects: [Int], position: FilePosition?
    ) {
        var (messages, rejects): ([MessageID], [Int]) = ([], [])
        var position: FilePosition?
        // Only the second read without new data concludes that another file has replaced it.
        for _ in 0..<2 {
            while let piece = try file.next() {
                messages += piece.events.map(\.messageID)
                rejects += piece.rejects.map(\.line)
                position = piece.position ?? position
            }
        }
        return (messages, rejects, position)
    }

    @Test func `lines are read as they are written, and partial lines once they are complete`() throws {
        var file = FollowedFile(path, schema: .status)
        #expect(try file.next() == nil, "it is not there yet")
        try append("\(line("a"))\nnonsense\n\(line("b").prefix(20))")
        var found = try read(&file)
        #expect((found.messages, found.rejects) == (["a"], [2]))
        try append("\(line("b").dropFirst(20))\n\n\(line("c"))\n")
        found = try read(&file)
        #expect(found.messages == ["b", "c"])
        #expect(try read(&file).messages.isEmpty)
    }

    @Test func `reading continues after the last complete line, with its number`() throws {
        try append("\(line("a"))\n\(line("b"))\n\(line("c").prefix(9))")
        var first = FollowedFile(path, schema: .status)
        let position = try #require(try read(&first).position)
        #expect(position.lines == 2)
        try append("\(line("c").dropFirst(9))\nnonsense\n")
        var second = FollowedFile(path, schema: .status, from: position)
        let found = try read(&second)
        #expect((found.messages, found.rejects) == (["c"], [4]))
    }

    @Test func `an incomplete line is read again once it is longer`() throws {
        try append("\(line("a"))\n\(line("b"))")
        var first = FollowedFile(path, schema: .status)
        var position = try read(&first).position
        let rest = first.finish()
        let last = try #require(rest)
        #expect(last.events.map(\.messageID) == ["b"])
        position = last.position
        try append("\n\(line("c"))\n")
        var second = FollowedFile(path, schema: .status, from: position)
        #expect(try read(&second).messages == ["b", "c"])
    }

    @Test func `a file that is renamed is read to its end, then the one in its place`() throws {
        try append("\(line("a"))\n")
        var file = FollowedFile(path, schema: .status)
        #expect(try read(&file).messages == ["a"])
        try rename("events", to: "events.1")
        try append("\(line("b"))\n\(line("c"))", to: "events.1")
        try append("\(line("d"))\n")
        #expect(try read(&file).messages == ["b", "c", "d"])
    }

    @Test func `a file that was renamed while nobody was reading is found again`() throws {
        try append("\(line("a"))\n")
        var first = FollowedFile(path, schema: .status)
        let position = try read(&first).position
        try append("\(line("b"))\n")
        try rename("events", to: "events.1")
        try append("\(line("c"))\n")
        var second = FollowedFile(path, schema: .status, from: position)
        #expect(try read(&second).messages == ["b", "c"])
    }

    @Test func `a truncated file is read from its beginning`() throws {
        try append("\(line("a"))\n\(line("b"))\n")
        var file = FollowedFile(path, schema: .status)
        let position = try read(&file).position
        #expect(truncate(path, 0) == 0)
        #expect(try file.next() == nil)
        try append("\(line("c"))\n")
        #expect(try read(&file).messages == ["c"])
        // The same if it was truncated while nobody was reading.
        var second = FollowedFile(path, schema: .status, from: position)
        #expect(try read(&second).messages == ["c"])
    }

    @Test func `a named pipe is read as one writer after the other writes to it`() throws {
        try #require(mkfifo(path, 0o600) == 0)
        var file = FollowedFile(path, schema: .status)
        #expect(try file.next() == nil, "nobody writes yet")
        for name: MessageID in ["a", "b"] {
            let writer = open(path, O_WRONLY | O_NONBLOCK)
            try #require(writer >= 0)
            var text = line(name)
            text.withUTF8 { _ = write(writer, $0.baseAddress, $0.count) }
            let half = try file.next()
            #expect(half?.events.isEmpty == true, "the line is not whole")
            close(writer)
            let next = try file.next()
            let piece = try #require(next)
            #expect(piece.events.map(\.messageID) == [name])
            #expect(piece.position == nil)
        }
    }

    @Test func `unreadable rows are named`() throws {
        var file = FollowedFile(folder.path, schema: .status)
        do {
            _ = try file.next()
            Issue.record("a folder was read")
        } catch {
            #expect(error.description == "cannot read \(folder.path): it is a folder")
        }
    }
}
