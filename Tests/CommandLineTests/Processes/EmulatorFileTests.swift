import Foundation
import Testing

@Suite("Emulators and their files")
final class EmulatorFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ name: String, _ content: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(content.utf8).write(to: file)
        return file.path()
    }

    /// Bash functions that send requests to the emulator, because not every machine has a program for HTTP.
    private static let post = #"""
        connect() { exec 3<>"/dev/tcp/${FIRESTORE_EMULATOR_HOST%:*}/${FIRESTORE_EMULATOR_HOST##*:}"; }
        post() {
            connect
            printf 'POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' \
                "$1" "$FIRESTORE_EMULATOR_HOST" "${#2}" "$2" >&3
            cat <&3
        }

        """#

    private static func address(_ line: String) throws -> String {
        try #require(line.firstMatch(of: /http:\/\/([0-9.:]+)/).map { String($0.1) })
    }

    @Test func `an interrupted emulator exports what was imported and written`()
        async throws
    {
        let line =
            #"{"name":"projects/demo-files/databases/(default)/documents/conversations/c","fields":{"participants":{"arrayValue":{"values":[{"stringValue":"a"}]}}},"createTime":"2020-01-01T00:00:00Z","updateTime":"2020-01-01T00:00:00Z"}"#
        let begin = try file("begin.jsonl", line + "\n")
        let end = folder.appending(path: "end.jsonl").path()
        let arguments = ["emulator", "start", "--port", "0", "--import", begin, "--export-on-exit", end]
        let status = try await BuiltCommand.run(arguments, until: "ready http") { line in
            let sent = try await BuiltCommand.run(
                ["send", "--conversation", "c", "--user", "a", "--project", "demo-files", "Hello"],
                environment: ["FIRESTORE_EMULATOR_HOST": try Self.address(line)])
            #expect(sent.status == 0)
        }
        #expect(status == 130)
        let lines = try String(contentsOfFile: end, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == Substring(line))
        #expect(lines.last?.contains("\"Hello\"") == true)
    }

    @Test func `an emulator starts with the folder that another one has exported`() async throws {
        let line = #"{"name":"projects/demo-old/databases/(default)/documents/c/a"}"#
        let begin = try file("begin.jsonl", line + "\n")
        let data = folder.appending(path: "data").path()
        let first = try await BuiltCommand.run([
            "emulator", "exec", "--import", begin, "--export-on-exit", data, "--", "true",
        ])
        #expect(first.status == 0)
        #expect(first.err.contains("1 documents written to \(data)"), "\(first.err)")
        let end = folder.appending(path: "end.jsonl").path()
        // As Firebase's tools name it.
        let metadata = data + "/firestore_export/firestore_export.overall_export_metadata"
        let second = try await BuiltCommand.run([
            "emulator", "exec", "--import", metadata, "--project", "demo-new", "--export-on-exit", end, "--",
            "true",
        ])
        #expect(second.status == 0, "\(second.err)")
        let written = try String(contentsOfFile: end, encoding: .utf8)
        #expect(written.hasPrefix(#"{"name":"projects/demo-new/databases/(default)/documents/c/a""#))
    }

    @Test func `folders have the Realtime Databases too, and the hub leads to them`() async throws {
        let data = folder.appending(path: "data").path()
        let arguments = ["emulator", "exec", "--quiet", "--project", "demo-both", "--database-port", "0"]
        let request = #"""
            request() {
                exec 3<>"/dev/tcp/${1%:*}/${1##*:}"
                printf '%s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' "$2" "$1" "${#3}" "$3" >&3
                cat <&3
            }

            """#
        let put =
            #"request "$FIREBASE_DATABASE_EMULATOR_HOST" 'PUT /.json?ns=demo-both-default-rtdb' '{"list":["a"]}'"#
        let first = try await BuiltCommand.run(
            arguments + ["--export-on-exit", data, "--", "bash", "-c", request + put])
        #expect(first.status == 0, "\(first)")
        let file = data + "/database_export/demo-both-default-rtdb.json"
        #expect(try String(contentsOfFile: file, encoding: .utf8) == #"{"list":{"0":"a"}}"#)
        let get = #"""
            request "$FIREBASE_DATABASE_EMULATOR_HOST" 'GET /list/0.json?ns=demo-both-default-rtdb'; echo
            request "$FIREBASE_EMULATOR_HUB" 'GET /emulators' | grep -o '"port":'"${FIREBASE_DATABASE_EMULATOR_HOST##*:}"
            request "$FIREBASE_EMULATOR_HUB" 'POST /_admin/export' '{"path": "'"$COPY"'"}'
            """#
        let copy = folder.appending(path: "copy").path()
        let second = try await BuiltCommand.run(
            arguments + ["--import", data, "--", "bash", "-c", request + get], environment: ["COPY": copy])
        #expect(second.out.contains("\r\n\r\n\"a\"\n\"port\":"), "\(second)")
        #expect(second.out.hasSuffix(#"{"message":"OK"}"#), "\(second)")
        for name in ["database_export/demo-both-default-rtdb.json", "firebase-export-metadata.json"] {
            #expect(FileManager.default.contentsEqual(atPath: "\(copy)/\(name)", andPath: "\(data)/\(name)"))
        }
        let without = try await BuiltCommand.run(["emulator", "exec", "--import", data, "--", "true"])
        #expect(without.err.contains("--database-port serves them"), "\(without.err)")
        try Data("{".utf8).write(to: URL(filePath: file))
        let wrong = try await BuiltCommand.run(arguments + ["--import", data, "--", "true"])
        #expect(wrong.status == 2)
        #expect(wrong.err.contains("demo-both-default-rtdb.json: it is not JSON"), "\(wrong.err)")
    }

    @Test func `an emulator answers the request to shut down before it does so`() async throws {
        let end = folder.appending(path: "end.jsonl").path()
        let outcome = try await BuiltCommand.run([
            "emulator", "exec", "--export-on-exit", end, "--", "bash", "-c",
            Self.post + "post /shutdown ''; while connect 2>/dev/null; do sleep 0.05; done",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.out.hasSuffix("\r\n\r\nShutting down...\n"), "\(outcome)")
        #expect(FileManager.default.fileExists(atPath: end))
    }

    @Test func `problems of a file are reported before the emulator starts`() async throws {
        let documents = try file("bad.jsonl", "{}\n")
        let indexes = try file("firestore.indexes.json", #"{"indexes": [{}]}"#)
        let faults = try file("faults.json", #"{"faults": [{"status": "GONE"}]}"#)
        for (arguments, reason) in [
            (["--import", documents], "\(documents):1: not a document: \"name\" is missing"),
            (["--import", "/no/such/file"], "cannot read it: there is no such file"),
            (["--export-on-exit", "/no/such/folder/x"], "there is no folder /no/such/folder"),
            (["--export-on-exit", indexes], "a file's name must end in .jsonl"),
            (["--import", folder.path()], "it is a folder without an export"),
            (["--require-indexes"], "pass --indexes FILE"),
            (["--require-indexes", "--indexes", indexes], "indexes[0].fields is empty"),
            (
                ["--require-indexes", "--indexes", "/no/such/file"],
                "cannot read the indexes file /no/such/file"
            ),
            (["--indexes", indexes], "--indexes needs --require-indexes."),
            (["--resume-answer", "perhaps"], "--resume-answer"),
            (
                ["--faults", faults],
                "the faults file \(faults) is invalid: faults[0].status must be the name of an error"
            ),
            (["--like", "staging"], "--like"),
            (["--like", "production", "--indexes", indexes], "indexes[0].fields is empty"),
        ] {
            let outcome = try await BuiltCommand.run(["emulator", "start", "--port", "0"] + arguments)
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.out.isEmpty)
            #expect(outcome.err.contains(reason), "\(outcome.err)")
        }
    }

    @Test func `indexes come from the file that the configuration names`() async throws {
        _ = try file("firestore.indexes.json", #"{"indexes": []}"#)
        let config = try file("firebase.json", #"{"firestore": {"indexes": "firestore.indexes.json"}}"#)
        let outcome = try await BuiltCommand.run([
            "emulator", "exec", "--quiet", "--config", config, "--require-indexes", "--", "bash", "-c",
            Self.post + """
                post '/v1/projects/p/databases/(default)/documents:runQuery' '{"structuredQuery": {"from": [{"collectionId": "c"}],
                "orderBy": [{"field": {"fieldPath": "a"}}, {"field": {"fieldPath": "b"}}]}}'
                """,
        ])
        #expect(outcome.out.contains("The query requires an index."))
    }

    @Test func `the answer to listeners that resume is an option`() async throws {
        let outcome = try await BuiltCommand.run([
            "emulator", "exec", "--quiet", "--resume-answer", "filters", "--", "bash", "-c",
            Self.post + #"""
                connect && printf 'GET /emulator/v1/listening HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' \
                    "$FIRESTORE_EMULATOR_HOST" >&3 && cat <&3
                """#,
        ])
        #expect(outcome.out.contains(#""resume": "filters""#), "\(outcome)")
    }

    @Test func `faults of a file are made from the start`() async throws {
        let faults = try file("made.json", #"{"faults": [{"status": "ABORTED", "message": "made here"}]}"#)
        let outcome = try await BuiltCommand.run([
            "emulator", "exec", "--quiet", "--faults", faults, "--", "bash", "-c",
            Self.post + """
                post '/v1/projects/p/databases/(default)/documents:runQuery' '{"structuredQuery": {"from": [{"collectionId": "c"}]}}'
                """,
        ])
        #expect(outcome.out.contains("made here"), "\(outcome)")
    }

    @Test func `like production, composite indexes are required without a further option`() async throws {
        let outcome = try await BuiltCommand.run([
            "emulator", "exec", "--quiet", "--like", "production", "--", "bash", "-c",
            Self.post + """
                post '/v1/projects/p/databases/(default)/documents:runQuery' '{"structuredQuery": {"from": [{"collectionId": "c"}],
                "orderBy": [{"field": {"fieldPath": "a"}}, {"field": {"fieldPath": "b"}}]}}'
                """,
        ])
        #expect(outcome.out.contains("create_composite="), "\(outcome)")
    }
}
