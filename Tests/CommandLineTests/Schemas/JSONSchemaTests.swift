import ArgumentParser
import FirestoreClient
import JSONText
import ReceiptWorker
import TestSupport
import Testing

@testable import receipts

/// Every JSON line of every test of this target is checked as well, by ``CommandLine``.
@Suite("JSON Schemas of the output")
struct JSONSchemaTests {
    @Test(arguments: [
        (
            #"{"type": "object", "properties": {"a": {"type": "integer", "minimum": 0}}, "required": ["a"]}"#,
            #"{"a": 1}"#, true
        ),
        (
            #"{"type": "object", "properties": {"a": {"type": "integer", "minimum": 0}}, "required": ["a"]}"#,
            #"{"a": -1}"#, false
        ),
        (#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#, #"{"a": 1.5}"#, false),
        (#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#, "{}", false),
        (#"{"type": "object", "properties": {}}"#, #"{"b": 1}"#, false),
        (#"{"type": "array", "items": {"enum": ["x", "y"]}}"#, #"["x", "z"]"#, false),
        (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "null", true),
        (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "1", false),
        (#"{"type": ["object", "null"]}"#, "true", false),
        (#"{"type": "string", "pattern": "^[0-9]+$"}"#, #""1a""#, false),
        (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, #"{"b": "c"}"#, false),
        (#"{"typo": "string"}"#, #""a""#, false),
        ("{}", "{", false),
    ])
    func `a schema accepts what it describes, and nothing else`(schema: String, line: String, isValid: Bool)
        throws
    {
        let schema = JSONSchema(try JSONParser.parse([UInt8](schema.utf8)))
        #expect(schema.problems(inLine: line).isEmpty == isValid)
    }

    @Test func `every command with JSON has a schema, and every schema a command`() throws {
        let schemas = try JSONSchema.names()
        let formats = NamedCommand.all.filter { $0.type.configuration.subcommands.isEmpty }.filter {
            command in
            let help = command.type.helpMessage()
            return help.contains("--format") || help.contains("--output")
        }
        // These take the options of every command that connects, and print no data.
        let silent = ["console"]
        let names = formats.filter { !silent.contains($0.path.last ?? "") }.map { command in
            let path = command.path.dropFirst()
            if path.last?.hasPrefix("mark") == true { return "mark" }
            return (path.last == "list" ? path.dropLast() : path).joined(separator: "-")
        }
        #expect(Set(names).sorted() == schemas)
    }

    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} { allow read: if request.auth.uid == resource.data.owner; }
          }
        }
        """
    private static let suite = """
        suite: Notes
        rules: old.rules
        documents: {notes/n: {owner: alice}}
        cases:
          - {name: the owner reads, as: alice, get: notes/n, expect: allowed}
          - {name: wrong, as: bob, get: notes/n, expect: allowed}
        """
    private static let claims = """
        rules: new.rules
        claims:
          - {name: owners read, on: "read /notes/{note}", holds: request.auth.uid == resource.data.owner}
        """

    @Test(arguments: [
        "check @broken.rules", "test @suite.yaml --output json --coverage", "coverage @suite.yaml",
        "mutate @good.yaml", "diff @old.rules @new.rules --requests 3000",
        "attack --claims @claims.yaml --requests 3000", "lint @new.rules --level note",
        "access @old.rules", "functions",
    ])
    func `the commands of rules print what their schemas say`(command: String) async throws {
        let folder = try TemporaryFolder([
            "old.rules": Self.rules,
            "new.rules": Self.rules.replacing("request.auth.uid == resource.data.owner", with: "true"),
            "broken.rules": Self.rules.replacing("request.auth.uid", with: "request.auht.uid ("),
            "suite.yaml": Self.suite,
            "good.yaml": Self.suite.split(separator: "\n").dropLast().joined(separator: "\n"),
            "claims.yaml": Self.claims,
        ])
        var words = command.split(separator: " ").map { folder.path(in: String($0)) }
        if !words.contains("--output") { words += ["--format", "json"] }
        let outcome = await (try CommandLine(onServer: false)).run(["rules"] + words)
        #expect(!outcome.out.isEmpty, "\(outcome.err)")
        try JSONSchema.expectValid(outcome.out, of: ["rules"] + words)
    }

    @Test func `the commands of chats print what their schemas say`() async throws {
        let line = try CommandLine()
        let folder = try TemporaryFolder([
            "chat.json": """
            {"users": {"bob": {"displayName": "Bob", "photoURL": "https://example.com/b.png"}}, "conversations": [
              {"id": "c", "participants": ["alice", "bob", "carol"], "messages": [{"id": "m1", "senderId": "alice", "text": "Hi"}]}]}
            """
        ])
        let (file, outbox) = ("\(folder.path)/chat.json", "\(folder.path)/outbox.sqlite")
        let chat = ["--conversation", "c"]
        for words in [
            ["seed", file], ["send", "--user", "alice", "Hello"] + chat,
            ["mark-delivered", "--user", "carol", "m1"] + chat,
            ["mark-read", "--user", "bob", "m1", "gone"] + chat,
            ["mark-read", "--user", "bob", "m1", "--queue", outbox] + chat,
            ["status", "--user", "alice"] + chat, ["details", "--user", "alice", "m1"] + chat,
            ["worker", "status", "--outbox", outbox], ["worker", "verify", "--outbox", outbox],
            ["worker", "--drain", "--outbox", outbox], ["doctor"],
        ] {
            let arguments = words + ["--format", "json"]
            let outcome = await line.run(arguments)
            #expect(!outcome.out.isEmpty, "\(words) \(outcome.err)")
            try JSONSchema.expectValid(outcome.out, of: arguments)
        }
    }
}

extension JSONSchema {
    /// Expects that lines follow the schema of a command line.
    static func expectValid(_ lines: [String], of arguments: [String]) throws {
        let name = try #require(Self.name(for: arguments), "\(arguments)")
        let schema = try JSONSchema(named: name)
        for line in lines {
            let problems = schema.problems(inLine: line)
            #expect(problems.isEmpty, "\(name).json: \(line)")
        }
    }
}
