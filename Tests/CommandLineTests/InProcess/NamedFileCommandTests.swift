import FirestoreClient
import TestSupport
import Testing

@testable import receipts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Paths that are not regular files: no command waits forever, and each says in one line what is wrong.
@Suite("Files that people name to commands", .timeLimit(.minutes(2)))
struct NamedFileCommandTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} { allow read: if true; }
          }
        }
        """
    private static let suite = """
        rules: firestore.rules
        cases:
          - {name: anybody reads, as: nobody, get: notes/n, expect: allowed}
        """

    /// Every command and option that reads a regular file, the file as `@`.
    static let readers: [[String]] = [
        ["emulator", "start", "--rules", "@"], ["emulator", "start", "--config", "@"],
        ["emulator", "start", "--require-indexes", "--indexes", "@"],
        ["emulator", "start", "--database-rules", "@"], ["emulator", "start", "--import", "@"],
        ["emulator", "exec", "--rules", "@", "--", "true"],
        ["emulator", "exec", "--import", "@", "--", "true"],
        ["status", "--conversation", "c", "--user", "u", "--schema", "@"],
        ["worker", "--schema", "@"], ["console", "--schema", "@"],
        ["status", "--conversation", "c", "--user", "u", "--credentials", "@"],
    ]

    @Test(arguments: readers)
    func `no server waits for a pipe, and no device is read`(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, reason) in [
            (pipe, "it is a pipe"), ("/dev/zero", "it is a device"), (folder.path + "/", "it is a folder"),
        ] {
            let outcome = try await CommandLine.run(
                arguments.map { $0 == "@" ? path : $0 }, inProjectOf: CommandLine())
            #expect(outcome.status == 2, "\(path)")
            let line = try #require(outcome.err.last)
            #expect(line.contains(path) && line.contains(reason), "\(line)")
            #expect(!line.contains("Error") && !line.contains("Domain"), "\(line)")
        }
    }

    /// Every command that reads a file once, and then ends.
    static let once: [[String]] = [
        ["seed", "@"], ["rules", "check", "@"], ["rules", "test", "@"], ["rules", "coverage", "@"],
        ["rules", "test", "notes.yaml", "--rules", "@"], ["rules", "mutate", "@"],
        ["rules", "mutate", "notes.yaml", "--list", "@"],
    ]

    @Test(arguments: once)
    func `devices, folders and missing files are reported`(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder(["firestore.rules": Self.rules, "notes.yaml": Self.suite])
        for (path, reason) in [
            ("/dev/zero", "it is a device"), ("/dev/null", "it is a device"), (folder.path, "it is a folder"),
            ("\(folder.path)/no\u{1B}ne", "there is no such file"),
        ] {
            let line = try CommandLine()
            let outcome = await line.run(
                arguments.map { $0 == "@" ? path : $0.hasSuffix(".yaml") ? "\(folder.path)/\($0)" : $0 })
            #expect(outcome.status == 2, "\(path)")
            #expect(outcome.err.count == 1)
            #expect(outcome.err.last?.contains(reason) == true, "\(outcome.err)")
            #expect(outcome.err.last?.contains("\u{1B}") == false)
        }
    }

    @Test func `a command that reads once reads a pipe to its end`() async throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let line = try CommandLine()
        async let outcome = line.run("seed", pipe)
        let text = Array(#"{"conversations": [{"id": "c", "participants": ["a"]}]}"#.utf8)
        var writer: Int32 = -1
        while writer < 0 {
            writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            await Task.yield()
        }
        #expect(write(writer, text, text.count) == text.count)
        close(writer)
        #expect(await outcome.status == 0)
        #expect(try await line.server.firestore().document("conversations/c").getDocument().exists)
    }

    @Test func `a hyphen stands for standard input`() async throws {
        var line = try CommandLine()
        line.pieces = [#"{"conversations": [{"id": "#, #""c", "participants": ["a"]}]}"#]
        #expect(await line.run("seed", "-").status == 0)
        line.pieces = [Self.rules]
        #expect(await line.run("rules", "check", "-").status == 0)
        line.pieces = ["service {"]
        let wrong = await line.run("rules", "check", "-")
        #expect(wrong.status == 1)
        line.pieces = ["{]"]
        let outcome = await line.run("seed", "-")
        #expect(
            outcome.err.first?.hasPrefix("receipts: the seed file - is not JSON: line 1, column 2: ") == true)
    }

    @Test func `coverage is written to a file or a device, and a pipe stays a pipe`() async throws {
        let folder = try TemporaryFolder(["firestore.rules": Self.rules, "notes.yaml": Self.suite])
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        func run(_ path: String) async throws -> CommandLine.Outcome {
            let line = try CommandLine(onServer: false)
            return await line.run("rules", "test", "\(folder.path)/notes.yaml", "--coverage-lcov", path)
        }
        #expect(try await run("\(folder.path)/lcov").status == 0)
        #expect(try folder.read("lcov").hasPrefix("TN:"))
        #expect(try await run("/dev/null").status == 0)
        let unread = try await run(pipe)
        #expect(unread.status == 1)
        #expect(unread.err.last == "receipts: cannot write \(pipe): nobody reads from it")
        let nowhere = try await run("\(folder.path)/none/lcov")
        #expect(
            nowhere.err.last == "receipts: cannot write \(folder.path)/none/lcov: there is no such folder")
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        #expect(try await run(pipe).status == 0)
        var bytes = [UInt8](repeating: 0, count: 3)
        #expect(read(reader, &bytes, 3) == 3)
        #expect(String(decoding: bytes, as: UTF8.self) == "TN:")
    }

    @Test func `lines that are not events are not written to a pipe without a reader`() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo("\(folder.path)/outbox.rejects", 0o600) == 0)
        var line = try CommandLine()
        line.pieces = ["nonsense\n"]
        let outcome = await line.run("worker", "--stdin", "--drain", "--outbox", "\(folder.path)/outbox")
        #expect(outcome.status == 1)
        #expect(
            outcome.err.last
                == "receipts: cannot write \(folder.path)/outbox.rejects: it is a pipe; a regular file is needed"
        )
    }

    @Test(arguments: [
        ["worker", "--drain", "--outbox", "@"], ["worker", "status", "--outbox", "@"],
        ["worker", "verify", "--outbox", "@"], ["worker", "dead-letters", "--outbox", "@"],
        ["console", "--port", "0", "--outbox", "@"],
        ["mark-read", "--conversation", "c", "--user", "u", "--queue", "@", "m"],
    ])
    func `a path that is not a regular file is not an outbox`(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, reason) in [
            (pipe, "it is a pipe"), ("/dev/zero", "it is a device"), (folder.path, "it is a folder"),
        ] {
            let line = try CommandLine()
            let outcome = await line.run(arguments.map { $0 == "@" ? path : $0 })
            #expect(outcome.status == 1)
            #expect(outcome.err.last?.contains("\(path): \(reason)") == true, "\(outcome.err)")
        }
    }

    @Test func `an export to a pipe is refused before the emulator starts`() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo("\(folder.path)/pipe.jsonl", 0o600) == 0)
        let line = try CommandLine(onServer: false)
        let outcome = await line.run("emulator", "start", "--export-on-exit", "\(folder.path)/pipe.jsonl")
        #expect(outcome.status == 2)
        #expect(
            outcome.err == [
                "receipts: cannot export to \(folder.path)/pipe.jsonl: it is a pipe; a regular file is needed"
            ])
    }
}

extension CommandLine {
    /// Runs with a port chosen by the system, in case a server starts after all.
    fileprivate static func run(_ arguments: [String], inProjectOf line: CommandLine) async -> Outcome {
        var line = line
        // Credentials are for production.
        if arguments.contains("--credentials") { line.environment["FIRESTORE_EMULATOR_HOST"] = nil }
        let serves = arguments.first == "emulator" || arguments.first == "console"
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return await line.run(
            arguments[..<end] + (serves ? ["--port", "0"] : []) + arguments[end...])
    }
}
