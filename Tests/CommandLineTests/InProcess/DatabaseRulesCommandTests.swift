import TestSupport
import Testing

@testable import receipts

@Suite("Commands for rules of the Realtime Database")
struct DatabaseRulesCommandTests {
    private static let rules = """
        {
          "rules": {
            "notes": { "$owner": {
              // Each user has notes of their own.
              ".read": "auth != null && auth.uid === $owner"
            } }
          }
        }
        """

    private static let suite = """
        suite: Notes
        rules: database.rules.json
        data: {notes/alice: {n: text}}
        cases:
          - {name: the owner reads, as: alice, get: notes/alice, expect: allowed}
          - {name: a stranger does not, as: bob, get: notes/alice, expect: denied}
          - {name: nobody does, as: nobody, get: notes/alice, expect: denied}
        """

    private func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> CommandLine.Outcome {
        let line = try CommandLine(onServer: false)
        return await line.run(["rules"] + arguments.map { folder.path(in: $0) })
    }

    private func folder(rules: String = rules, suite: String = suite) throws -> TemporaryFolder {
        try TemporaryFolder(["database.rules.json": rules, "notes.yaml": suite])
    }

    @Test func `a suite that passes ends with status 0 and a summary`() async throws {
        let outcome = try await run(folder(), "test", "@notes.yaml")
        #expect(outcome.out == ["3 cases: 3 passed, 0 failed"])
        #expect(outcome.err.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test func `a denial is shown with the expression that decided`() async throws {
        let folder = try folder(
            suite: DatabaseRulesCommandTests.suite.replacing(
                "as: bob, get: notes/alice, expect: denied",
                with: "as: bob, get: notes/alice, expect: allowed"))
        let outcome = try await run(folder, "test", "@notes.yaml")
        #expect(outcome.status == 1)
        #expect(
            Array(outcome.out.prefix(5)) == [
                "✗ Notes: a stranger does not", "    \(folder.path)/notes.yaml:6", "    bob: get notes/alice",
                "    expected allowed, was denied", "      DENIED read /notes/alice as bob",
            ])
        #expect(outcome.out.contains { $0.hasSuffix("^^^^^^^^^^^^^^^^^^^ is false") })
        #expect(outcome.out.last == "3 cases: 2 passed, 1 failed")
    }

    @Test(arguments: [("tap", "TAP version 14"), ("junit", "<?xml version"), ("json", #"{"suite":"Notes""#)])
    func `other outputs have standard output to themselves`(_ output: String, _ begin: String) async throws {
        let outcome = try await run(folder(), "test", "@notes.yaml", "--output", output)
        #expect(outcome.out.first?.hasPrefix(begin) == true)
        #expect(outcome.err == ["3 cases: 3 passed, 0 failed"])
    }

    @Test func `suites of both kinds run together`() async throws {
        let folder = try folder()
        try folder.write(
            "service cloud.firestore { match /databases/{d}/documents { match /a/{b} { allow read; } } }",
            to: "firestore.rules")
        try folder.write(
            "rules: firestore.rules\ncases: [{as: a, get: a/b, expect: allowed}]", to: "open.yaml")
        let outcome = try await run(folder, "test", "@notes.yaml", "@open.yaml", "--coverage")
        #expect(outcome.out.first == "4 cases: 4 passed, 0 failed")
        #expect(outcome.out.contains("3 of 3 conditions seen both true and false: 100%"))
        #expect(outcome.status == 0)
    }

    @Test func `coverage shows what was never true or false, and is written to a file`() async throws {
        let folder = try folder()
        let outcome = try await run(
            folder, "coverage", "@notes.yaml", "--filter", "owner", "--min-coverage", "50", "--coverage-lcov",
            "@c.info")
        #expect(outcome.status == 1)
        #expect(outcome.out.contains { $0.hasSuffix("auth != null  ← never false") })
        #expect(outcome.out.last == "0 of 3 conditions seen both true and false: 0%")
        #expect(outcome.err.last?.hasSuffix("coverage is 0%, less than 50%") == true)
        #expect(try folder.read("c.info").hasPrefix("TN:\nSF:\(folder.path)/database.rules.json\n"))
        let all = try await run(
            folder, "coverage", "@notes.yaml", "--min-coverage", "100", "--format", "json")
        #expect(all.status == 0)
        #expect(all.out.first?.contains(#""line":5,"column":17,"#) == true)
    }

    @Test func `the coverage page shows each condition with its results`() async throws {
        let folder = try folder()
        let outcome = try await run(folder, "test", "@notes.yaml", "--coverage-html", "@c.html")
        #expect(outcome.status == 0)
        let page = try folder.read("c.html")
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("<span class=\"both\" title=\""))
    }

    @Test func `mutants that no case notices are shown, and a list explains them`() async throws {
        let folder = try folder()
        let outcome = try await run(folder, "mutate", "@notes.yaml", "--min-score", "99.9")
        #expect(outcome.status == 1)
        let head = try #require(outcome.out.first { $0.contains(": dropped-operand ") })
        #expect(head.hasPrefix("\(folder.path)/database.rules.json:5: "))
        #expect(outcome.out.contains(#"+      ".read": "auth.uid === $owner""#))

        let id = try #require(head.split(separator: " ").dropFirst(2).first)
        try folder.write("\(id): nobody has no id\nffffffff: gone\n", to: "known.txt")
        let listed = try await run(
            folder, "mutate", "@notes.yaml", "--list", "@known.txt", "--min-score", "100")
        #expect(listed.status == 0)
        #expect(listed.out.last?.contains("1 known to change nothing; score 100%") == true)
        #expect(
            listed.err.contains {
                $0.hasSuffix("known.txt:2: no surviving mutant matches this line; remove it")
            })
    }

    @Test func `one list serves suites of both kinds`() async throws {
        let folder = try folder()
        try folder.write(
            "service cloud.firestore { match /databases/{d}/documents { match /a/{b} { allow get: if true; } } }",
            to: "firestore.rules")
        try folder.write(
            "rules: firestore.rules\ncases: [{as: a, get: a/b, expect: allowed}]", to: "open.yaml")
        let outcome = try await run(folder, "mutate", "@notes.yaml", "@open.yaml")
        let ids = outcome.out.filter { $0.hasPrefix(folder.path) }.compactMap {
            $0.split(separator: " ").dropFirst(2).first
        }
        #expect(ids.count > 1)
        try folder.write(ids.map { "\($0): because\n" }.joined(), to: "known.txt")
        let listed = try await run(
            folder, "mutate", "@notes.yaml", "@open.yaml", "--list", "@known.txt", "--min-score", "100")
        #expect(listed.status == 0)
        #expect(!listed.err.contains { $0.contains("names no mutant") })
    }

    @Test func `check prints problems with the place`() async throws {
        let folder = try folder(rules: #"{"rules": {".read": "user != null", ".wriet": true}}"#)
        let outcome = try await run(folder, "check", "@database.rules.json")
        #expect(outcome.status == 1)
        #expect(
            outcome.out.first?.hasPrefix(
                "\(folder.path)/database.rules.json:1:22: error: Unknown variable 'user'.\n   1 | ") == true)
        #expect(outcome.err == ["2 errors, 0 warnings"])
        let json = try await run(folder, "check", "--format", "json", "@database.rules.json")
        #expect(json.out.first?.contains(#""line":1,"column":22,"severity":"error","#) == true)
        let test = try await run(folder, "test", "@notes.yaml")
        #expect(test.status == 1)
        #expect(test.err.first?.contains("error: Unknown variable 'user'.") == true)
        #expect(try await run(self.folder(), "check", "@database.rules.json").status == 0)
    }

    @Test(arguments: [
        (["test", "@wrong.yaml"], "wrong.yaml:2: cases[0]: a case needs \"expect\""),
        (["test", "@norules.yaml"], "does not name a rules file; pass --rules FILE"),
        (["test", "@norules.yaml", "--rules", "@other.rules"], "is for the Realtime Database, but"),
        (["test", "@given.json", "--rules", "@database.rules.json"], "is for Firestore, but"),
        (["check", "@none.json"], "there is no such file"),
    ])
    func `wrong usage ends with status 2 and says what to do`(_ arguments: [String], _ message: String)
        async throws
    {
        let folder = try folder()
        try folder.write("rules: database.rules.json\ncases: [{as: a, get: a}]", to: "wrong.yaml")
        try folder.write("data: {a: 1}\ncases: [{as: a, get: a, expect: denied}]", to: "norules.yaml")
        try folder.write("service cloud.firestore {}", to: "other.rules")
        try folder.write(
            #"{"testCases": [{"expectation": "DENY", "request": {"method": "get", "path": "/a"}}]}"#,
            to: "given.json")
        let line = try CommandLine(onServer: false)
        let outcome = await line.run(["rules"] + arguments.map { folder.path(in: $0) })
        #expect(outcome.status == 2)
        #expect(outcome.out.isEmpty)
        #expect(outcome.err.joined().contains(message))
    }
}
