import FirestoreClient
import Foundation
import TestSupport
import Testing

@testable import receipts

@Suite("Commands for rules")
struct RulesCommandTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} {
              allow read: if request.auth != null && resource.data.owner == request.auth.uid;
            }
          }
        }
        """

    private static let suite = """
        suite: Notes
        rules: firestore.rules
        documents: {notes/n: {owner: alice}}
        cases:
          - {name: the owner reads, as: alice, get: notes/n, expect: allowed}
          - {name: a stranger does not, as: bob, get: notes/n, expect: denied}
          - {name: nobody does, as: nobody, get: notes/n, expect: denied}
        """

    private func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> CommandLine.Outcome {
        let line = try CommandLine(onServer: false)
        return await line.run(["rules"] + arguments.map { folder.path(in: $0) })
    }

    private func folder(rules: String = rules, suite: String = suite) throws -> TemporaryFolder {
        try TemporaryFolder(["firestore.rules": rules, "notes.yaml": suite])
    }

    @Test func `a suite that passes ends with status 0 and a summary`() async throws {
        let outcome = try await run(folder(), "test", "@notes.yaml")
        #expect(outcome.out == ["3 cases: 3 passed, 0 failed"])
        #expect(outcome.err.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test func `a case that fails is shown with the reason`() async throws {
        let folder = try folder(
            suite: RulesCommandTests.suite.replacing(
                "as: bob, get: notes/n, expect: denied", with: "as: bob, get: notes/n, expect: allowed"))
        let outcome = try await run(folder, "test", "@notes.yaml")
        #expect(outcome.status == 1)
        #expect(
            Array(outcome.out.prefix(5)) == [
                "✗ Notes: a stranger does not", "    \(folder.path)/notes.yaml:6", "    bob: get notes/n",
                "    expected allowed, was denied", "      DENIED get notes/n as bob",
            ])
        #expect(outcome.out.last == "3 cases: 2 passed, 1 failed")
    }

    @Test(arguments: [("tap", "TAP version 14"), ("junit", "<?xml version"), ("json", #"{"suite":"Notes""#)])
    func `other outputs have standard output to themselves`(_ output: String, _ begin: String) async throws {
        let outcome = try await run(folder(), "test", "@notes.yaml", "--output", output)
        #expect(outcome.out.first?.hasPrefix(begin) == true)
        #expect(outcome.err == ["3 cases: 3 passed, 0 failed"])
        #expect(outcome.status == 0)
    }

    @Test func `a filter selects cases by name, and says if none matches`() async throws {
        let one = try await run(folder(), "test", "@notes.yaml", "--filter", "stranger")
        #expect(one.out == ["1 case: 1 passed, 0 failed"])
        let none = try await run(folder(), "test", "@notes.yaml", "--filter", "xyz")
        #expect(none.status == 2)
        #expect(none.err == ["receipts: no case has \"xyz\" in its name"])
    }

    @Test func `functions are shown by name, and listed without one`() async throws {
        let line = try CommandLine(onServer: false)
        let one = await line.run(["rules", "functions", "matches"])
        #expect(
            one.out == [
                "Cloud Firestore: method matches", "  string.matches(string) -> bool",
                "  Whether a regular expression matches the whole text.", "",
                "Realtime Database: method matches", "  string.matches(/pattern/) -> boolean",
                "  Whether a regular expression matches a part of the string.",
            ])
        #expect(one.status == 0 && one.err.isEmpty)
        let all = await line.run(["rules", "functions", "--language", "realtime-database"])
        #expect(all.out.first == "Realtime Database: Snapshots")
        #expect(all.out.contains("  length           How many UTF-16 units the string has."))
        let json = await line.run(["rules", "functions", "math.abs", "--format", "json"])
        #expect(
            json.out == [
                #"{"language":"firestore","kind":"function","name":"math.abs","#
                    + #""signatures":["math.abs(int) -> number","math.abs(float) -> number"],"#
                    + #""documentation":"The absolute value of a number."}"#
            ])
    }

    @Test(arguments: [
        ("hasOnyl", "hasOnly"), ("map.dif", "map.diff"), ("list.hasOnyl", "list.hasOnly"),
        ("math.abbs", "math.abs"),
    ])
    func `an unknown function is wrong usage, with the intended one`(
        _ name: String, _ meant: String
    ) async throws {
        let outcome = await (try CommandLine(onServer: false)).run(["rules", "functions", name])
        #expect(outcome.status == 2)
        #expect(
            outcome.err == ["receipts: there is no function \"\(name)\" in rules. Did you mean '\(meant)'?"])
    }

    @Test func `the page of functions is what the command prints`() async throws {
        let outcome = await (try CommandLine(onServer: false)).run([
            "rules", "functions", "--format", "markdown",
        ])
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let page = try String(
            contentsOf: root.appending(path: "Documentation/RulesFunctions.md"), encoding: .utf8)
        #expect(
            page == outcome.out.joined(separator: "\n") + "\n",
            "write it again: receipts rules functions --format markdown >Documentation/RulesFunctions.md")
    }

    @Test func `coverage shows what was never true or false`() async throws {
        let outcome = try await run(
            folder(), "coverage", "@notes.yaml", "--filter", "owner", "--min-coverage", "50")
        #expect(outcome.status == 1)
        #expect(outcome.out.contains { $0.hasSuffix("request.auth != null  ← never false") })
        #expect(outcome.out.last == "0 of 3 conditions seen both true and false: 0%")
        #expect(outcome.err.last?.hasSuffix("coverage is 0%, less than 50%") == true)
        let all = try await run(folder(), "coverage", "@notes.yaml", "--min-coverage", "100")
        #expect(all.status == 0)
    }

    @Test func `coverage is written to files`() async throws {
        let folder = try folder()
        let outcome = try await run(
            folder, "test", "@notes.yaml", "--coverage-html", "@c.html", "--coverage-lcov", "@c.info")
        #expect(outcome.status == 0)
        #expect(try folder.read("c.html").hasPrefix("<!DOCTYPE html>"))
        #expect(try folder.read("c.info").hasPrefix("TN:\nSF:\(folder.path)/firestore.rules\n"))
    }

    @Test func `mutants that no case notices are shown, and a list explains them`() async throws {
        let folder = try folder(
            suite: RulesCommandTests.suite.replacing(
                "  - {name: a stranger does not, as: bob, get: notes/n, expect: denied}\n", with: ""))
        let outcome = try await run(folder, "mutate", "@notes.yaml", "--min-score", "99.9")
        #expect(outcome.status == 1)
        let head = try #require(outcome.out.first { $0.contains(": dropped-operand ") })
        #expect(head.hasPrefix("\(folder.path)/firestore.rules:5: "))
        #expect(outcome.out.contains("+      allow read: if request.auth != null;"))

        let id = try #require(head.split(separator: " ").dropFirst(2).first)
        try folder.write("\(id): because\nffffffff: gone\n", to: "known.txt")
        let listed = try await run(folder, "mutate", "@notes.yaml", "--list", "@known.txt")
        #expect(listed.status == 0)
        #expect(listed.out.last?.contains("1 known to change nothing") == true)
        #expect(
            listed.err.contains {
                $0.hasSuffix("known.txt:2: no surviving mutant matches this line; remove it")
            })
    }

    @Test func `a list for several rules files says nothing of files that are not tested`() async throws {
        let folder = try folder(
            suite: RulesCommandTests.suite.replacing(
                "  - {name: a stranger does not, as: bob, get: notes/n, expect: denied}\n", with: ""))
        let outcome = try await run(folder, "mutate", "@notes.yaml")
        let head = try #require(outcome.out.first { $0.contains(": dropped-operand ") })
        let id = try #require(head.split(separator: " ").dropFirst(2).first)
        try folder.write(
            """
            [none/../firestore.rules]
            \(id): because
            eeeeeeee: gone
            [database.rules.json]
            \(id): of other rules
            ffffffff: of other rules
            """, to: "known.txt")
        let listed = try await run(folder, "mutate", "@notes.yaml", "--list", "@known.txt")
        #expect(listed.status == 0)
        #expect(listed.out.last?.contains("1 known to change nothing") == true)
        let complaints = listed.err.filter { $0.contains("known.txt") }
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains("known.txt:3: no surviving mutant matches this line") == true)
    }

    @Test func `a suite that fails on the unchanged rules is not mutated`() async throws {
        let folder = try folder(suite: RulesCommandTests.suite.replacing("allowed", with: "denied"))
        let outcome = try await run(folder, "mutate", "@notes.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.out.isEmpty)
        #expect(outcome.err.last == "receipts: the suites fail on the unchanged rules; fix that first")
    }

    @Test func `check prints diagnostics with the place`() async throws {
        let folder = try folder(
            rules: "service cloud.firestore {\n  match /a/{b} {\n    allow read: if ;\n  }\n}\n")
        let outcome = try await run(folder, "check", "@firestore.rules")
        #expect(outcome.status == 1)
        #expect(outcome.out.first?.hasPrefix("\(folder.path)/firestore.rules:3:") == true)
        #expect(outcome.err == ["1 error, 0 warnings"])
        let json = try await run(folder, "check", "--format", "json", "@firestore.rules")
        #expect(json.out.first?.contains(#""line":3,"#) == true)
        #expect(json.out.first?.contains(#""severity":"error""#) == true)
        let test = try await run(folder, "test", "@notes.yaml")
        #expect(test.status == 1)
        #expect(test.err.first?.contains("error: ") == true)
    }

    @Test func `check ends with status 0 when there are no errors, warnings count when strict`() async throws
    {
        #expect(try await run(folder(), "check", "@firestore.rules").status == 0)
        let warned = try folder(
            rules: RulesCommandTests.rules.replacing(
                "    match /notes", with: "    function unused() { return 1; }\n    match /notes"))
        #expect(try await run(warned, "check", "@firestore.rules").status == 0)
        #expect(try await run(warned, "check", "--strict", "@firestore.rules").status == 1)
    }

    @Test(arguments: [
        (["test", "@none.yaml"], "cannot read the suite file"),
        (["test", "@notes.yaml", "--rules", "@none.rules"], "there is no such file"),
        (["check", "@none.rules"], "there is no such file"),
        (["check", "@."], "it is a folder"),
        (["test", "@norules.yaml"], "does not name a rules file; pass --rules FILE"),
        (["test", "@wrong.yaml"], "wrong.yaml:2: cases[0]"),
        (["mutate", "@notes.yaml", "--list", "@notes.yaml"], "expected the id of a mutant"),
        (["mutate", "@notes.yaml", "--min-score", "101"], "--min-score must be from 0 to 100"),
        (["test", "@notes.yaml", "--min-coverage", "x"], "is invalid for"),
        (["test", "@notes.yaml", "--emulator", "nonsense:port"], "nonsense"),
        (["test", "@notes.yaml", "--emulator", "localhost:1", "--coverage"], "leave out --emulator"),
        (["test"], "<suite> is missing"),
    ])
    func `wrong usage ends with status 2 and says what to do`(_ arguments: [String], _ message: String)
        async throws
    {
        let folder = try folder()
        try folder.write("cases:\n  - {as: a, get: a/b}\n", to: "wrong.yaml")
        try folder.write("cases:\n  - {as: a, get: a/b, expect: denied}\n", to: "norules.yaml")
        let line = try CommandLine(onServer: false)
        let outcome = await line.run(["rules"] + arguments.map { folder.path(in: $0) })
        #expect(outcome.status == 2)
        #expect(outcome.out.isEmpty)
        #expect(outcome.err.joined().contains(message))
    }

    @Test func `suites run on another server`() async throws {
        let folder = try folder()
        var line = try CommandLine()
        line.environment = [:]
        let address = "\(line.server.endpoint.host):\(line.server.endpoint.port)"
        let outcome = await line.run(["rules", "test", folder.path(in: "@notes.yaml"), "--emulator", address])
        #expect(outcome.err == [])
        #expect(outcome.out == ["3 cases: 3 passed, 0 failed"])
        #expect(outcome.status == 0)
    }

    @Test func `suites on a missing server end with status 69`() async throws {
        let folder = try folder()
        var line = try CommandLine(onServer: false)
        line.transport = nil
        let server = try AbsentServer()
        let outcome = await line.run([
            "rules", "test", folder.path(in: "@notes.yaml"), "--emulator", server.authority,
        ])
        #expect(outcome.status == 69 && outcome.out == [])
        #expect(outcome.err == ["receipts: no server answers at \(server.authority) (connection refused)"])
    }

    @Test func `watch runs again when a file changes`() async throws {
        let folder = try folder()
        var line = try CommandLine(onServer: false)
        let looks = Looks()
        line.sleep = { _ in
            switch looks.next() {
            case 1: return
            case 2: try folder.write(RulesCommandTests.suite + "\n", to: "notes.yaml")
            case 3: try folder.write("cases: [", to: "notes.yaml")
            default: throw CancellationError()
            }
        }
        let outcome = await line.run(["rules", "test", folder.path(in: "@notes.yaml"), "--watch"])
        #expect(outcome.status == 130)
        #expect(outcome.out == Array(repeating: "3 cases: 3 passed, 0 failed", count: 2))
        #expect(outcome.err.count == 1)
    }
}
