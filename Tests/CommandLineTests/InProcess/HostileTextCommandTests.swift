import FirestoreClient
import Foundation
import JSONText
import Logging
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@testable import receipts

/// Ids, names, texts, files and arguments that attack a terminal, through the output of commands.
@Suite("Commands on hostile texts", .timeLimit(.minutes(5)))
struct HostileTextCommandTests {
    /// Expects that the output of a command is harmless, and that each line of JSON is one.
    private func expectHarmless(
        _ outcome: CommandLine.Outcome, _ hostile: HostileText, isJSON: Bool = false,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let lines = outcome.out + outcome.err
        #expect(!lines.isEmpty, "\(hostile)", sourceLocation: location)
        for line in lines {
            let dangers = HostileText.dangers(in: line)
            #expect(dangers == [], "\(hostile): \(line.debugDescription)", sourceLocation: location)
        }
        guard isJSON else { return }
        for line in outcome.out {
            #expect(throws: Never.self, "\(hostile): \(line)", sourceLocation: location) {
                try JSONParser.parse(Array(line.utf8))
            }
        }
    }

    @Test(arguments: HostileText.all)
    func `a chat shows ids, names and texts`(hostile: HostileText) async throws {
        let line = try CommandLine()
        let (id, admin) = (hostile.id, try line.server.firestore())
        try await admin.document("conversations/\(id)").setData([
            "participants": [id, "bob", "carol"], "groupName": hostile.text,
        ])
        try await admin.document("users/bob").setData(["displayName": hostile.text])
        for (name, sender) in [(id, id), ("theirs", "bob")] {
            try await admin.document("conversations/\(id)/messages/\(name)").setData(
                TestChat.message(from: UserID(sender)).merging(["text": hostile.text]) { $1 })
        }
        let place = ["--conversation", id, "--user", id]
        for format in ["json", "text"] {
            let isJSON = format == "json"
            for arguments in [["status"] + place, ["details"] + place + [id]] {
                let outcome = await line.run(arguments + ["--format", format])
                // No name in a URL has a line feed.
                let isStored = !id.utf8.contains(UInt8(ascii: "\n"))
                #expect(outcome.status == 0 || !isStored, "\(hostile): \(outcome.err)")
                expectHarmless(outcome, hostile, isJSON: isJSON)
            }
        }
        expectHarmless(await line.run(["mark-read"] + place + ["--all", "-v"]), hostile)
        expectHarmless(await line.run(["mark-read"] + place + ["nowhere", id, "theirs"]), hostile)
        expectHarmless(
            await line.run("details", "--conversation", id, "--user", "eve\(id)", id, "--explain"), hostile)
        expectHarmless(await line.run("details", "--conversation", id, "--user", "bob", id), hostile)
        expectHarmless(
            await line.run("send", "--conversation", "none\(id)", "--user", id, hostile.text), hostile)
    }

    @Test(arguments: HostileText.some)
    func `the worker shows events, refusals and paths`(hostile: HostileText) async throws {
        var line = try CommandLine()
        let id = JSON.string(hostile.id).compactText
        let folder = try TemporaryFolder()
        // The system takes no zero byte in a path.
        let name = String(hostile.id.replacing("\0", with: "").unicodeScalars.prefix(40))
        let outbox = "\(folder.path)/\(name).sqlite"
        let lines = [
            #"{"kind":"read","conversation":\#(id),"message":\#(id),"user":\#(id)}"#,
            #"{"kind":\#(id),"conversation":"c","message":"m","user":"u"}"#,
            #"{"kind":"read","conversation":"c","message":"m","user":"u",\#(id):1}"#,
            #"{"kind":"read","conversation":"c/\#(id.dropFirst().dropLast())","message":"m","user":"u"}"#,
            hostile.text.replacing("\n", with: " "),
        ]
        line.pieces = [lines.joined(separator: "\n")]
        let drained = await line.run("worker", "--stdin", "--drain", "--outbox", outbox)
        #expect(drained.status == 1, "\(hostile): \(drained.err)")
        expectHarmless(drained, hostile)
        let rejects = try String(contentsOfFile: outbox + ".rejects", encoding: .utf8)
        #expect(HostileText.dangers(in: rejects) == [], "\(hostile)")
        for format in ["json", "text"] {
            let isJSON = format == "json"
            for arguments in [["dead-letters", "list"], ["status"], ["verify"]] {
                let outcome = await line.run(
                    ["worker"] + arguments + ["--outbox", outbox, "--format", format])
                expectHarmless(outcome, hostile, isJSON: isJSON)
            }
        }
        try Data("damaged".utf8).write(to: URL(filePath: outbox + "2"))
        expectHarmless(await line.run("worker", "--stdin", "--drain", "--outbox", outbox + "2"), hostile)
        expectHarmless(await line.run("worker", "verify", "--outbox", outbox + "2"), hostile)
        expectHarmless(await line.run("worker", "status", "--outbox", hostile.text), hostile)
    }

    /// Rules that quote a text in a comment, a literal and an error, and a suite that names and stores it.
    private func project(_ hostile: HostileText) throws -> TemporaryFolder {
        let comment = hostile.id.replacing("*", with: "x")
        let literal = JSON.string(hostile.id).compactText
        let text = JSON.string(hostile.text).compactText
        func rules(_ condition: String) -> String {
            """
            rules_version = '2';
            service cloud.firestore { // \(comment.split(whereSeparator: \.isNewline).joined())
              match /databases/{database}/documents {
                match /notes/{note} { /* \(comment) */
                  allow read: if note != \(literal) && resource.data.owner == request.auth.uid;
                  allow write: if request.auth.uid == \(literal)\(condition);
                }
              }
            }
            """
        }
        return try TemporaryFolder([
            "a.rules": rules(""), "b.rules": rules(" || request.auth != null"),
            "broken.rules": rules(" && \(literal) && unknown(\(literal)) && \(comment)"),
            "suite.json": """
            {"suite": \(text), "rules": "a.rules", "documents": {"notes/n": {"owner": \(text), \(text): \(text)}}, "cases": [
            {"name": \(text), "as": \(text), "get": "notes/n", "expect": "denied"},
            {"name": "writes", "as": \(text), "set": "notes/n", "data": {\(text): \(text)}, "expect": "denied"}]}
            """,
            "claims.json": """
            {"rules": "a.rules", "claims": [{"name": \(text), "on": "update /notes/{n}", "holds": "resource.data.owner == \
            request.auth.uid"}]}
            """,
        ])
    }

    @Test(arguments: HostileText.some)
    func `rules, suites and claims are shown in each format`(hostile: HostileText) async throws {
        let folder = try project(hostile)
        let line = try CommandLine(onServer: false)
        for arguments in [
            "test @suite.json", "test @suite.json --output tap", "test @suite.json --output junit",
            "test @suite.json --output json --coverage",
            "test @suite.json --coverage-html @coverage.html --coverage-lcov @coverage.info",
            "test @suite.json --filter nothing", "coverage @suite.json", "mutate @suite.json",
            "check @a.rules",
            "check @broken.rules", "check @broken.rules --format json", "check @broken.rules --format sarif",
            "lint @b.rules", "lint @b.rules --format json", "lint @b.rules --format sarif",
            "access @b.rules --examples --html-out @access.html", "access @b.rules --format json",
            "diff @a.rules @b.rules --requests 50 --no-proof",
            "diff @a.rules @b.rules --requests 50 --no-proof --format json",
            "attack @b.rules --claims @claims.json --requests 50 --no-proof",
        ] {
            let words = arguments.split(separator: " ").map { folder.path(in: String($0)) }
            let outcome = await line.run(["rules"] + words)
            let isJSON = arguments.contains(" json") || arguments.contains(" sarif")
            if arguments.contains("check @a"), outcome.status == 0 { continue }
            expectHarmless(outcome, hostile, isJSON: isJSON)
        }
        for page in ["coverage.html", "access.html", "coverage.info"] {
            let text = try folder.read(page)
            #expect(HostileText.dangers(in: text).allSatisfy { !$0.hasPrefix("U+") }, "\(hostile): \(page)")
            if page != "coverage.info" { #expect(!text.contains("<script") && !text.contains("<img")) }
        }
    }

    @Test(arguments: HostileText.all)
    func `arguments, settings and names of files are shown`(hostile: HostileText) async throws {
        var line = try CommandLine(onServer: false)
        let text = hostile.text
        for arguments in [
            [text], ["--\(text)"], ["status", text], ["rules", "check", text], ["rules", "test", text],
            ["rules", "functions", text],
            ["status", "--conversation", text, "--user", "u", "--schema", text],
            ["status", "--conversation", "c", "--user", "u", "--emulator", text],
            ["status", "--conversation", "c", "--user", "u", "--credentials", text],
            ["seed", text], ["emulator", "start", "--rules", text], ["emulator", "start", "--import", text],
            ["mark-read", "--conversation", "c", "--user", "u", "--stage", text],
            ["worker", "--follow", text, "--outbox", text], ["init", text],
        ] {
            let outcome = await line.run(arguments)
            #expect(outcome.status != 0, "\(arguments)")
            expectHarmless(outcome, hostile)
        }
        line.environment = ["FIRESTORE_EMULATOR_HOST": text, "GCLOUD_PROJECT": text]
        expectHarmless(await line.run("status", "--conversation", "c", "--user", "u"), hostile)
    }

    @Test(arguments: HostileText.all)
    func `log messages stay in their line`(hostile: HostileText) {
        let lines = Mutex<[String]>([])
        let console = Console(
            out: { _ in }, err: { line in lines.withLock { $0.append(line) } }, isColoured: false)
        var logger = Logger(label: "test") { _ in ConsoleLogHandler(console: console) }
        logger[metadataKey: "id"] = "\(hostile.text)"
        logger.error(
            "\(hostile.text)", metadata: ["name": .string(hostile.text), "ids": [.string(hostile.text)]])
        let printed = lines.withLock { $0 }
        #expect(printed.count == 1 && !printed[0].unicodeScalars.contains("\n"), "\(hostile)")
        #expect(HostileText.dangers(in: printed.joined()) == [], "\(hostile)")
    }

    @Test func `of control sequences, a coloured terminal gets the program's colours alone`() {
        let lines = Mutex<[String]>([])
        let console = Console(
            out: { line in lines.withLock { $0.append(line) } }, err: { _ in }, isColoured: true)
        console.out("a \(console.styled("b", .red)) \u{1B}[2J\u{1B}]0;c\u{7}\n\u{1B}")
        #expect(lines.withLock { $0 } == ["a \u{1B}[31mb\u{1B}[0m \\u{1b}[2J\\u{1b}]0;c\\u{7}\n\\u{1b}"])
    }
}
