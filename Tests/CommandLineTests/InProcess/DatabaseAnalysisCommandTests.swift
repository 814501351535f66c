import RealtimeDatabase
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@testable import receipts

@Suite("Commands that search for requests to a Realtime Database")
struct DatabaseAnalysisCommandTests {
    private static func rules(_ condition: String) -> String {
        #"{"rules": {"notes": {"$note": {".write": "\#(condition)"}}}}"#
    }

    private static let claims = """
        rules: old.json
        claims:
          - name: owners stay
            on: update /notes/$note
            holds: newData.child('owner').val() === data.child('owner').val()
        """

    private func folder() throws -> TemporaryFolder {
        try TemporaryFolder([
            "old.json": Self.rules("auth != null && data.child('owner').val() === auth.uid"),
            "new.json": Self.rules("auth != null"), "claims.yaml": Self.claims,
            "firestore.rules": "service cloud.firestore {}", "broken.json": "{",
        ])
    }

    private func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> CommandLine.Outcome {
        let line = try CommandLine(onServer: false)
        return await line.run(["rules"] + arguments.map { folder.path(in: $0) })
    }

    @Test func `a difference is shown with the request, and kept as a suite that passes`() async throws {
        let folder = try folder()
        let outcome = try await run(
            folder, "diff", "@old.json", "@new.json", "--requests", "2000", "--suite-out", "@suite.yaml")
        #expect(outcome.status == 1)
        #expect(
            Array(outcome.out.prefix(4)) == [
                "now allowed: alice deletes notes/n1, where nothing is", "  data: none",
                "  request: as alice",
                "    remove: notes/n1",
            ])
        #expect(outcome.err.first?.hasPrefix("1 difference; ") == true)
        let tested = try await run(folder, "test", "@suite.yaml", "--rules", "@new.json")
        #expect(tested.out == ["1 case: 1 passed, 0 failed"])
    }

    @Test func `rules that say the same end with status 0`() async throws {
        let outcome = try await run(folder(), "diff", "@old.json", "@old.json")
        #expect(outcome.status == 0)
        #expect(outcome.err == ["no difference: both say the same"])
    }

    @Test func `a broken claim ends with status 1, as an object of JSON`() async throws {
        let outcome = try await run(
            folder(), "attack", "--claims", "@claims.yaml", "--requests", "3000", "--format", "json")
        #expect(outcome.status == 1)
        #expect(outcome.out.first?.hasPrefix(#"{"finding":"claim-broken","rule":""#) == true)
        #expect(outcome.err.last == "1 claim, 1 broken")
    }

    @Test func `holes are shown, in a SARIF log too`() async throws {
        let folder = try folder()
        let outcome = try await run(folder, "lint", "@new.json", "--seconds", "2")
        #expect(outcome.status == 1)
        #expect(outcome.out.first?.contains("deletes notes/n1 [open-to-users]") == true, "\(outcome.out)")
        let log = try await run(folder, "lint", "@new.json", "--seconds", "2", "--format", "sarif")
        #expect(log.out.first?.contains(#""ruleId":"open-to-users""#) == true)
    }

    @Test func `a search begins with the requests that a running emulator has decided`() async throws {
        let emulator = DatabaseEmulator()
        // No search makes up such a code, and no node has it any more.
        let condition =
            "data.child('code').val() === newData.child('copy').val() && newData.child('copy').val().length === 9"
        #expect(emulator.setRules(Self.rules(condition), namespace: "demo-default-rtdb").isEmpty)
        let endpoint = try DatabaseEndpoint.emulator("127.0.0.1:9000")
        func note(_ credentials: Credentials) throws -> DatabaseReference {
            try Database(
                DatabaseSettings(projectID: "demo", endpoint: endpoint, credentials: credentials),
                transport: emulator.transport
            ).reference(withPath: "notes/n7")
        }
        try await note(.emulatorAdmin).setValue(["code": "7F3A-91BC"])
        try await note(.emulatorUser(uid: "bob")).updateChildValues(["copy": "7F3A-91BC"])
        try await note(.emulatorAdmin).removeValue()
        let folder = try TemporaryFolder([
            "old.json": Self.rules("false"), "new.json": Self.rules(condition),
        ])
        var line = try CommandLine(onServer: false)
        line.streams = emulator.transport
        let outcome = await line.run(
            ["rules", "diff", folder.path(in: "@old.json"), folder.path(in: "@new.json"), "--requests", "1"]
                + ["--project", "demo", "--from-emulator", "127.0.0.1:9000"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.err.first == "begins with 1 request")
    }

    @Test func `a search begins with the requests of a suite`() async throws {
        let folder = try folder()
        try folder.write(
            """
            rules: new.json
            data: {notes/x: {owner: bob}}
            cases:
              - {name: it, as: carol, remove: notes/x, expect: allowed}
            """, to: "suite.yaml")
        let outcome = try await run(
            folder, "diff", "@old.json", "@new.json", "--requests", "100", "--suite", "@suite.yaml")
        #expect(outcome.err.first == "begins with 1 request")
        #expect(outcome.status == 1)
    }

    @Test(arguments: [
        ["diff", "@old.json", "@firestore.rules"], ["diff", "@old.json", "@broken.json"],
        ["diff", "@old.json", "@new.json", "--proof-out", "@proof"], ["lint", "@broken.json"],
    ])
    func `what cannot be compared ends with status 2`(_ arguments: [String]) async throws {
        let folder = try folder()
        let outcome = await (try CommandLine(onServer: false)).run(
            ["rules"] + arguments.map { folder.path(in: $0) })
        #expect(outcome.status == 2)
        #expect(outcome.out.isEmpty && !outcome.err.isEmpty)
    }

    @Test func `a project gets a suite that passes, and claims that hold`() async throws {
        let folder = try TemporaryFolder(["database.rules.json": Self.rules("auth.uid === $note")])
        let line = try CommandLine(onServer: false)
        let outcome = await line.run(["init", folder.path, "--ci", "none"])
        #expect(outcome.status == 0, "\(outcome.err)")
        #expect(outcome.out.first?.hasSuffix("database.rules.json: 1 rule") == true)
        let tested = await line.run("rules", "test", folder.path(in: "@rules-tests/database.rules.yaml"))
        #expect(tested.out.first?.hasSuffix(", 0 failed") == true)
        let attacked = await line.run(
            "rules", "attack", "--claims", folder.path(in: "@rules-claims/database.rules.yaml"), "--requests",
            "1000")
        #expect(attacked.status == 0, "\(attacked.out)")
    }
}
