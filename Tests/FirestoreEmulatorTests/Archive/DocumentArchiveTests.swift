import EmulatorAccess
import FirestoreModel
import FirestoreRPC
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Files of documents")
final class DocumentArchiveTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ content: String, _ name: String = "in.jsonl") throws -> String {
        let file = folder.appending(path: name)
        try Data(content.utf8).write(to: file)
        return file.path()
    }

    private func post(_ emulator: Emulator, _ path: String, _ body: String) async throws -> (Int, String) {
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "e", path: path,
            headerFields: [.authorization: "Bearer owner"])
        let response = try await emulator.transport.send(request, body: Array(body.utf8))
        return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    private static let line = #"{"name":"projects/p/databases/(default)/documents/c/"#
    private static let times =
        #""createTime":"2020-01-01T00:00:00Z","updateTime":"2021-01-01T00:00:00.123456Z"}"#

    @Test func `what is written can be read again, with its times`() throws {
        let text = """
            \(Self.line)a","fields":{"n":{"integerValue":"1"},"t":{"stringValue":"é\\n"}},\(Self.times)
            \(Self.line)b",\(Self.times)
            {"name":"projects/q/databases/d/documents/x/y/z/1","fields":{"d":{"doubleValue":"NaN"}},\(Self.times)

            """
        let emulator = Emulator()
        #expect(try emulator.importDocuments(from: file(text)) == 3)
        let copy = folder.appending(path: "out.jsonl")
        #expect(try emulator.exportDocuments(to: copy.path()) == 3)
        #expect(try String(contentsOf: copy, encoding: .utf8) == text)
    }

    @Test func `documents without times take the present, and later commits are later`() throws {
        let database = Database(
            id: DatabaseID(project: "p"), clock: EmulatorClock { Timestamp(seconds: 100, nanoseconds: 0) },
            historySize: 1 << 20)
        let archive = try DocumentArchive(
            contentsOf: file("\(Self.line)a\"}\r\n\n  \n\(Self.line)b\",\(Self.times)"))
        let documents = try #require(archive.documents[database.id])
        database.load(documents)
        let stored = try database.documents(documents.map(\.name.path)).documents
        let newest = try #require(documents[1].updateTime)
        #expect(stored.map { $0?.updateTime } == [newest, newest])
        #expect(stored[0]?.createTime == newest)
        let outcome = try database.commit([Write(.update(documents[0].name, ["n": 1], mask: nil))])
        #expect(outcome.commitTime > newest)
    }

    private static let mistakes: [(wrong: String, reason: String)] = [
        ("{", "not JSON: a member's name is missing at byte 1"),
        ("[1]", "not a document: the line is not an object"),
        (#"{"fields":{}}"#, "not a document: \"name\" is missing"),
        (#"{"name":"c/a"}"#, #"Document name "c/a" lacks "projects" at index 0."#),
        (
            line + #"a","field":{}}"#,
            "not a document: a member is unknown, or has a value that Firestore's REST API does not know"
        ),
        (
            line + #"a","fields":{"n":{"integerValue":"x"}}}"#,
            "not a document: a member is unknown, or has a value that Firestore's REST API does not know"
        ),
        (line + #"a","fields":{"n":{}}}"#, "Cannot convert firestore.v1.Value with type unset."),
        (line + #"a","fields":{"":{"nullValue":null}}}"#, "The property.name is the empty string."),
        (
            line + #"z"}"#,
            "the document projects/p/databases/(default)/documents/c/z is already in line 2"
        ),
        (
            line + #"a","createTime":"2021-01-01T00:00:00Z","updateTime":"2020-01-01T00:00:00Z"}"#,
            "createTime must be after 1970, and not after updateTime"
        ),
        (line + #"a","updateTime":"1960-01-01T00:00:00Z"}"#, "updateTime must be after 1970"),
    ]

    @Test(arguments: mistakes)
    func `a mistake is reported with its line, and nothing is read`(wrong: String, reason: String) throws {
        let path = try file("\n\(Self.line)z\"}\n\(wrong)\n")
        let emulator = Emulator()
        let error = try #require(throws: ArchiveError.self) { try emulator.importDocuments(from: path) }
        #expect(error.description == "\(path):3: \(reason)")
        #expect(emulator.front.core.allDatabases.isEmpty)
    }

    @Test(arguments: [
        ["a", "b", "c"], ["b", "a"], ["a", "b/c/a", "c"], ["a", "b", "a/d/x", "b/d/a"],
        ["a", "a/d/x", "b", "a/d/y"],
    ])
    func `a repeated document is reported, even if the file is not sorted`(ids: [String]) throws {
        for (index, id) in ids.enumerated() {
            let lines = (ids + [id]).map { Self.line + "\($0)\"}" }
            let error = try #require(throws: ArchiveError.self) {
                try DocumentArchive(contentsOf: file(lines.joined(separator: "\n")))
            }
            #expect(error.line == ids.count + 1)
            #expect(error.reason.hasSuffix("/c/\(id) is already in line \(index + 1)"))
        }
        let all = try DocumentArchive(
            contentsOf: file(ids.map { Self.line + "\($0)\"}" }.joined(separator: "\n")))
        #expect(all.documents.values.flatMap { $0 }.count == ids.count)
    }

    @Test func `a file that cannot be read or written is reported, and an old one stays`() throws {
        let emulator = Emulator()
        let missing = folder.appending(path: "none/x").path()
        #expect(throws: ArchiveError.self) { try emulator.importDocuments(from: missing) }
        #expect(throws: ArchiveError.self) { try emulator.exportDocuments(to: missing) }
        let directory = folder.appending(path: "d")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        #expect(throws: ArchiveError.self) { try emulator.exportDocuments(to: directory.path()) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["d"])
    }

    @Test func `lines longer than a piece are put together`() throws {
        let long = String(repeating: "é", count: 200_000)
        let path = try file((0..<5).map { "\($0) \(long)" }.joined(separator: "\n"))
        var lines: [String] = []
        try TextFile.forEachLine(of: path) { line, number throws(ArchiveError) in
            lines.append("\(number) " + String(decoding: line.prefix(3), as: UTF8.self) + "\(line.count)")
        }
        #expect(lines == (0..<5).map { "\($0 + 1) \($0) \u{FFFD}400002" })
    }

    @Test func `a database is exported, and imported into another one with its references`() async throws {
        let emulator = Emulator()
        let text = """
            \(Self.line)a","fields":{"r":{"arrayValue":{"values":[{"referenceValue":"projects/p/databases/(default)/documents/c/b"},\
            {"referenceValue":"projects/other/databases/(default)/documents/c/b"}]}}},\(Self.times)
            """
        _ = try emulator.importDocuments(from: file(text))
        let body =
            #"{"database":"projects/p/databases/(default)","export_directory":"\#(folder.path())","export_name":"e.jsonl"}"#
        #expect(try await post(emulator, "/emulator/v1/projects/p:export", body) == (200, "{\n}\n"))
        let file = folder.appending(path: "e.jsonl").path()
        let other = #"{"database":"projects/q/databases/d","exportDirectory":"\#(file)"}"#
        #expect(try await post(emulator, "/emulator/v1/projects/q:import", other) == (200, "{\n}\n"))
        #expect(try emulator.exportDocuments(to: file) == 2)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines[0] == Substring(text))
        #expect(
            lines[1]
                == Substring(text.replacing("projects/p/databases/(default)", with: "projects/q/databases/d"))
        )
    }

    @Test func `what cannot be exported or imported is said`() async throws {
        let emulator = Emulator()
        let database = #""database":"projects/p/databases/(default)""#
        func export(_ body: String) async throws -> (Int, String) {
            try await post(emulator, "/emulator/v1/projects/p:export", body)
        }
        let none = try await export("{\(database),\"export_directory\":\"/no/such/folder\"}")
        #expect(none.0 == 400)
        #expect(none.1.contains("export_directory must be a directory"))
        #expect(try await export("{}").1.contains(#"Database name \"\" lacks \"projects\" at index 0."#))
        let outside = try await export("{\(database),\"export_directory\":\"/tmp\",\"export_name\":\"../x\"}")
        #expect(outside.0 == 400)
        let missing = try await post(
            emulator, "/emulator/v1/projects/p:import", "{\(database),\"export_directory\":\"/no/such/file\"}"
        )
        #expect(missing.0 == 400)
        #expect(missing.1.contains("cannot read it: there is no such file"))
        let unnamed = try await export("{\(database),\"export_directory\":\"\(folder.path())\"}")
        #expect(unnamed.0 == 200)
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        #expect(made.count == 1 && made[0].hasPrefix("firestore_export_"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a pipe, a device or a folder stops nothing`() async throws {
        let emulator = Emulator()
        let database = #""database":"projects/p/databases/(default)""#
        let pipe = folder.appending(path: "pipe.jsonl").path()
        #expect(mkfifo(pipe, 0o600) == 0)
        for (path, reason) in [
            (pipe, "it is a pipe"), ("/dev/zero", "it is a device"),
            ("\(pipe)\\u0000", "its name contains a zero byte"), ("", "its name is empty"),
        ] {
            let answer = try await post(
                emulator, "/emulator/v1/projects/p:import", "{\(database),\"export_directory\":\"\(path)\"}")
            #expect(answer.0 == 400)
            #expect(answer.1.contains("cannot read it: \(reason)"), "\(answer.1)")
        }
        let export = try await post(
            emulator, "/emulator/v1/projects/p:export",
            "{\(database),\"export_directory\":\"\(folder.path())\",\"export_name\":\"pipe.jsonl\"}")
        #expect(export.1.contains("cannot write it: it is a pipe"), "\(export.1)")
        let other = try await post(
            emulator, "/emulator/v1/projects/p:import",
            "{\(database),\"export_directory\":\"\(folder.path())\"}")
        #expect(other.1.contains("it is a folder without an export"), "\(other.1)")
    }

    @Test func `a folder is exported as Google's emulator does, and imported with its references`()
        async throws
    {
        let emulator = Emulator()
        let text = """
            \(Self.line)a","fields":{"r":{"referenceValue":"projects/p/databases/(default)/documents/c/b"}},\(Self.times)
            """
        _ = try emulator.importDocuments(from: file(text))
        let body =
            #"{"database":"projects/p/databases/(default)","export_directory":"\#(folder.path())","export_name":"e"}"#
        #expect(try await post(emulator, "/emulator/v1/projects/p:export", body) == (200, "{\n}\n"))
        let metadata = folder.appending(path: "e/e.overall_export_metadata").path()
        for (project, path) in [("q", metadata), ("r", folder.appending(path: "e").path())] {
            let other =
                #"{"database":"projects/\#(project)/databases/d","exportDirectory":"\#(path)"}"#
            #expect(
                try await post(emulator, "/emulator/v1/projects/\(project):import", other) == (200, "{\n}\n"))
            let name = try DocumentName(wire: "projects/\(project)/databases/d/documents/c/a")
            let document = try #require(
                emulator.front.core.database(name.database).latestState.document(name.path))
            let target = try DocumentName(wire: "projects/\(project)/databases/d/documents/c/b")
            #expect(document.fields == ["r": .reference(target)])
        }
    }

    @Test func `a folder gets the only database with documents, or that of the project`() throws {
        let emulator = Emulator()
        _ = try emulator.importDocuments(from: file("\(Self.line)a\"}"))
        let path = folder.appending(path: "data").path()
        var exported = try emulator.exportDocuments(to: path, project: "other", version: "1")
        #expect((exported.written, exported.others) == (1, 0))
        _ = try emulator.importDocuments(
            from: file(#"{"name":"projects/other/databases/(default)/documents/x/1"}"#, "more.jsonl"))
        exported = try emulator.exportDocuments(to: path, project: "other", version: "1")
        #expect((exported.written, exported.others) == (1, 1))
        let copy = Emulator()
        #expect(try copy.importDocuments(from: path, project: "new") == 1)
        #expect(try copy.importDocuments(from: path) == 1)
        #expect(copy.front.core.allDatabases.map(\.id.project) == ["new", "other"])
    }

    @Test func `a damaged export imports nothing`() throws {
        let emulator = Emulator()
        _ = try emulator.importDocuments(from: file("\(Self.line)a\"}\n\(Self.line)b\"}"))
        let path = folder.appending(path: "data").path()
        _ = try emulator.exportDocuments(to: path, project: "p", version: "1")
        let output = "\(path)/firestore_export/all_namespaces/all_kinds/output-0"
        var bytes = try Data(contentsOf: URL(filePath: output))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: output))
        let copy = Emulator()
        let error = try #require(throws: ArchiveError.self) { try copy.importDocuments(from: path) }
        let half = bytes.count / 2
        #expect(error.description == "\(output): record at byte \(half): its checksum is wrong")
        #expect(copy.front.core.allDatabases.isEmpty)
    }

    @Test func `a file has as many bytes as are allowed`() throws {
        let file = folder.appending(path: "a.jsonl").path()
        try Data("one\ntwo\n".utf8).write(to: URL(filePath: file))
        func lines(limit: Int) throws -> Int {
            var count = 0
            try TextFile.forEachLine(of: file, limit: limit) { _, _ throws(ArchiveError) in count += 1 }
            return count
        }
        #expect(try lines(limit: 8) == 2)
        let error = #expect(throws: ArchiveError.self) { try lines(limit: 7) }
        #expect(error?.description == "\(file): cannot read it: it is larger than 7 bytes")
    }
}
