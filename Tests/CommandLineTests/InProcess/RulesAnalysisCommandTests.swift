import FirestoreClient
import Foundation
import RulesSolver
import TestSupport
import Testing

@testable import receipts

@Suite("Commands that search for requests")
struct RulesAnalysisCommandTests {
    private static func rules(_ condition: String) -> String {
        """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} { allow update: if \(condition); }
          }
        }
        """
    }

    private static let claims = """
        rules: old.rules
        claims:
          - name: owners stay
            on: update /notes/{note}
            holds: request.resource.data.owner == resource.data.owner
        """

    private func folder(new: String = "request.auth != null", claims: String = claims) throws
        -> TemporaryFolder
    {
        try TemporaryFolder([
            "old.rules": Self.rules("request.auth.uid == resource.data.owner"), "new.rules": Self.rules(new),
            "claims.yaml": claims,
        ])
    }

    private func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> CommandLine.Outcome {
        let line = try CommandLine(onServer: false)
        return await line.run(["rules"] + arguments.map { folder.path(in: $0) })
    }

    @Test func `a difference is shown with the request, and ends with status 1`() async throws {
        let folder = try folder()
        let outcome = try await run(folder, "diff", "@old.rules", "@new.rules", "--requests", "2000")
        #expect(outcome.status == 1)
        #expect(
            Array(outcome.out.prefix(6)) == [
                "now allowed: alice writes notes/n1 without a change", "  documents:", "    notes/n1: {}",
                "  request: as alice", "    update: notes/n1", "    data: {}",
            ])
        #expect(outcome.err.first?.hasPrefix("1 difference; ") == true)
    }

    @Test func `rules that say the same end with status 0`() async throws {
        let outcome = try await run(folder(), "diff", "@old.rules", "@old.rules")
        #expect(outcome.status == 0)
        #expect(outcome.out.isEmpty)
        #expect(outcome.err == ["no difference: both say the same"])
    }

    @Test func `rules that mean the same end with status 0, and with what was done`() async throws {
        let folder = try folder(new: "resource.data.owner == request.auth.uid")
        let outcome = try await run(
            folder, "diff", "@old.rules", "@new.rules", "--requests", "500", "--no-proof")
        #expect(outcome.status == 0)
        #expect(outcome.out.isEmpty)
        #expect(outcome.err.first?.hasSuffix(" without a difference") == true)
    }

    @Test(.enabled("needs cvc5 or z3") { await RulesSolver.installed() != nil })
    func `what a solver proves needs no search, and says who has proven it`() async throws {
        let folder = try folder(
            new:
                "resource.data.owner == request.auth.uid && request.resource.data.owner == resource.data.owner"
        )
        try folder.write(Self.rules("resource.data.owner == request.auth.uid"), to: "turned.rules")
        let diff = try await run(
            folder, "diff", "@old.rules", "@turned.rules", "--seconds", "100", "--proof-out", "@proof.smt2")
        #expect(diff.status == 0)
        #expect(diff.out.isEmpty)
        #expect(diff.err.count == 1)
        #expect(diff.err.first?.hasPrefix("no difference: proven that both allow the same, by ") == true)
        let questions = try folder.read("proof.smt2")
        #expect(questions.components(separatedBy: "(check-sat)").count == 3)
        let attack = try await run(
            folder, "attack", "@new.rules", "--claims", "@claims.yaml", "--seconds", "100")
        #expect(attack.status == 0)
        #expect(attack.err.first?.hasPrefix("owners stay: proven by ") == true)
        #expect(attack.err.last == "1 claim, 0 broken")
    }

    @Test func `each finding is one object in JSON, and a case of a suite that passes`() async throws {
        let folder = try folder()
        let outcome = try await run(
            folder, "diff", "@old.rules", "@new.rules", "--requests", "2000", "--format", "json",
            "--suite-out",
            "@found.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.out.count == 1)
        #expect(outcome.out.first?.hasPrefix(#"{"finding":"allowed-now","rule":""#) == true)
        let test = try await run(folder, "test", "@found.yaml")
        #expect(test.status == 0, "\(test.out) \(test.err)")
        #expect(test.out.last == "1 case: 1 passed, 0 failed")
        #expect(try await run(folder, "test", "@found.yaml", "--rules", "@old.rules").status == 1)
    }

    @Test func `a broken claim is shown, and ends with status 1`() async throws {
        let outcome = try await run(folder(), "attack", "--claims", "@claims.yaml", "--requests", "4000")
        #expect(outcome.status == 1)
        #expect(outcome.out.first?.hasPrefix("owners stay does not hold: alice ") == true)
        #expect(outcome.err.last == "1 claim, 1 broken")
    }

    @Test func `a claim that holds ends with status 0`() async throws {
        let folder = try folder(new: "request.resource.data.owner == resource.data.owner")
        let outcome = try await run(
            folder, "attack", "@new.rules", "--claims", "@claims.yaml", "--requests", "1000", "--no-proof")
        #expect(outcome.status == 0)
        #expect(outcome.err.last == "1 claim, 0 broken")
    }

    @Test(arguments: [
        (["diff", "@old.rules", "@none.rules"], "none.rules"),
        (["diff", "@old.rules", "@claims.yaml"], "cannot be used"),
        (["diff", "@old.rules", "@data.json"], "Realtime Database"),
        (["diff", "@old.rules", "@new.rules", "--seconds", "0"], "--seconds must be greater than 0"),
        (["diff", "@old.rules", "@new.rules", "--requests", "0"], "--requests must be greater than 0"),
        (["attack", "--claims", "@old.rules"], "old.rules"),
        (["attack", "--claims", "@bad.yaml"], "bad.yaml:2: claims[0].on: there is no method change"),
        (["attack", "--claims", "@nameless.yaml"], "does not name a rules file"),
    ])
    func `what cannot be used ends with status 2 and a reason`(_ arguments: [String], _ reason: String)
        async throws
    {
        let folder = try folder()
        try folder.write(
            "rules: old.rules\nclaims: [{on: \"change /notes/{n}\", holds: true}]", to: "bad.yaml")
        try folder.write("claims: [{on: \"update /notes/{n}\", holds: true}]", to: "nameless.yaml")
        let line = try CommandLine(onServer: false)
        let outcome = await line.run(["rules"] + arguments.map { folder.path(in: $0) })
        #expect(outcome.status == 2)
        #expect(outcome.err.contains { $0.contains(reason) }, "\(outcome.err)")
    }

    @Test func `a search begins with the documents of a running emulator`() async throws {
        let line = try CommandLine()
        try await line.server.firestore().document("notes/hers").setData(["owner": "dora"])
        let folder = try folder()
        let arguments = ["rules", "diff", "@old.rules", "@new.rules"].map { folder.path(in: $0) }
        let address = "\(line.server.endpoint.host):\(line.server.endpoint.port)"
        let search = arguments + ["--from-emulator", address, "--requests", "2000", "--no-proof"]
        // Three users, of whom the document names two, each by the statement of either version.
        let outcome = await line.run(search)
        #expect(outcome.status == 1, "\(outcome.err)")
        #expect(outcome.err.first == "begins with 6 requests")
        let empty = await line.run(search + ["--project", "demo-empty"])
        #expect(empty.err.first == "begins with 0 requests")
        let none = await line.run(arguments + ["--from-emulator", "nonsense"])
        #expect(none.status == 2)
        #expect(none.err.first?.contains("the port is missing") == true)
    }

    @Test func `a search begins with the requests that a running emulator has decided`() async throws {
        let line = try CommandLine()
        // No search makes up such a code, and no document has it any more.
        let condition =
            "resource.data.code.lower() == request.resource.data.name && resource.data.code.size() == 9"
        _ = try await line.server.setRules(Self.rules(condition))
        let note = try line.server.firestore().document("notes/n7")
        try await note.setData(["code": "7F3A-91BC"])
        try await line.server.firestore(as: .emulatorUser(uid: "bob")).document("notes/n7").updateData([
            "name": "7f3a-91bc"
        ])
        try await note.delete()
        let folder = try TemporaryFolder([
            "old.rules": Self.rules("false"), "new.rules": Self.rules(condition),
        ])
        let outcome = await line.run(
            [
                "rules", "diff", folder.path(in: "@old.rules"), folder.path(in: "@new.rules"), "--requests",
                "1", "--no-proof",
            ]
                + ["--from-emulator", "\(line.server.endpoint.host):\(line.server.endpoint.port)"])
        #expect(outcome.err.first == "begins with 1 request")
        #expect(
            outcome.out.first == "now allowed: somebody who is not signed in adds `name` to notes/n1",
            "\(outcome)")
    }

    // MARK: Holes and access

    @Test func `lint shows a hole at its place with a request, and ends with status 1`() async throws {
        let outcome = try await run(folder(new: "true"), "lint", "@new.rules")
        #expect(outcome.status == 1)
        #expect(outcome.out.first?.contains("[open-to-all]") == true)
        #expect(outcome.out.contains { $0.hasPrefix("  now allowed: ") })
        #expect(outcome.err.last?.hasPrefix("1 error, 0 warnings, ") == true, "\(outcome.err)")
    }

    @Test func `lint leaves out what is ignored, and ends with status 0`() async throws {
        let outcome = try await run(folder(new: "true"), "lint", "@new.rules", "--ignore", "open-to-all")
        #expect(outcome.status == 0)
        #expect(outcome.out.isEmpty)
    }

    @Test func `lint leaves out what a comment allows, and says which comments have no effect`() async throws
    {
        let folder = try folder(new: "true // receipts:allow open-to-all, date: notes are public\n")
        let outcome = try await run(folder, "lint", "@new.rules")
        #expect(outcome.status == 0)
        #expect(outcome.out.isEmpty)
        #expect(
            outcome.err.first?.hasSuffix(": receipts:allow has no effect: date was not found here") == true)
        #expect(outcome.err.last?.contains("; 1 allowed by a comment") == true, "\(outcome.err)")
    }

    @Test func `lint says how many notes it hides`() async throws {
        let rules = try await run(folder(new: "request.auth.uid == note"), "lint", "@new.rules")
        #expect(rules.status == 0)
        #expect(rules.err == ["0 errors, 0 warnings, 1 note; --level note shows 1 more"])
    }

    @Test func `lint writes a suite`() async throws {
        let folder = try folder(new: "true")
        let outcome = try await run(folder, "lint", "@new.rules", "--suite-out", "@holes.yaml")
        #expect(outcome.status == 1)
        let test = try await run(folder, "test", "@holes.yaml")
        #expect(test.status == 1, "a case of a hole fails until it is closed")
    }

    @Test(arguments: ["lint", "check"])
    func `a SARIF log is one object, also without results`(_ command: String) async throws {
        let outcome = try await run(folder(), command, "@old.rules", "--format", "sarif")
        #expect(outcome.out.count == 1)
        #expect(outcome.out.first?.contains(#""version":"2.1.0""#) == true)
    }

    @Test func `access shows who may do what, with examples and as a page`() async throws {
        let folder = try folder()
        let outcome = try await run(
            folder, "access", "@old.rules", "--examples", "--html-out", "@access.html")
        #expect(outcome.status == 0)
        #expect(outcome.out.first == "notes/{note}")
        #expect(outcome.out.contains { $0.hasPrefix("  update ") && $0.hasSuffix("users in `owner`") })
        #expect(outcome.out.contains { $0.contains("update: notes/n1") })
        #expect(try folder.read("access.html").contains("<h2><code>notes/{note}</code></h2>"))
    }

    @Test(arguments: [
        ["lint", "@broken.rules"], ["access", "@missing.rules"], ["access", "@database.json"],
    ])
    func `rules that cannot be used end with status 2`(_ arguments: [String]) async throws {
        let folder = try folder()
        try folder.write("service cloud.firestore {", to: "broken.rules")
        try folder.write("{\"rules\": {}}", to: "database.json")
        let line = try CommandLine(onServer: false)
        let outcome = await line.run(["rules"] + arguments.map { folder.path(in: $0) })
        #expect(outcome.status == 2)
        #expect(outcome.out.isEmpty && !outcome.err.isEmpty)
    }

}
