import TestSupport
import Testing

@testable import receipts

@Suite("receipts init")
struct InitCommandTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} {
              allow get: if request.auth.uid == resource.data.owner;
              allow delete: if false;
            }
          }
        }
        """

    private func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> CommandLine.Outcome {
        var outcome = await (try CommandLine(onServer: false)).run(["init", folder.path] + arguments)
        outcome.out = outcome.out.map {
            $0.replacing(folder.path + "/", with: "").replacing(folder.path, with: "")
        }
        return outcome
    }

    @Test func `a project gets a suite that passes and a workflow, and the output names both`() async throws {
        let folder = try TemporaryFolder(["firestore.rules": Self.rules])
        let outcome = try await run(folder)
        #expect(outcome.status == 0, "\(outcome.err)")
        #expect(
            outcome.out.prefix(5) == [
                "found firestore.rules: 2 allow statements",
                "wrote rules-tests/firestore.yaml: 5 cases, each as the rules decide it now",
                "wrote rules-claims/firestore.yaml: 2 claims, each of what no request was found to break",
                "wrote .github/workflows/security-rules.yml", "next:",
            ])
        #expect(outcome.out.contains { $0.contains("replace your-organization/firestore-receipts@main") })
        #expect(outcome.out.contains("  receipts rules mutate rules-tests/firestore.yaml"))
        #expect(outcome.out.last == "  receipts rules attack --claims rules-claims/firestore.yaml")
        #expect(
            try folder.read(".github/workflows/security-rules.yml").contains(
                "suites: rules-tests/firestore.yaml\n"))
        let tested = await (try CommandLine(onServer: false)).run(
            "rules", "test", folder.path(in: "@rules-tests/firestore.yaml"))
        #expect(tested.out == ["5 cases: 5 passed, 0 failed"])
        let attacked = await (try CommandLine(onServer: false)).run(
            "rules", "attack", "--claims", folder.path(in: "@rules-claims/firestore.yaml"), "--requests",
            "3000")
        #expect(attacked.status == 0, "\(attacked.out)")
        #expect(attacked.err.last == "2 claims, 0 broken")
    }

    @Test func `nothing is overwritten`() async throws {
        let folder = try TemporaryFolder(["firestore.rules": Self.rules])
        #expect(try await run(folder).status == 0)
        try folder.write("mine", to: "rules-tests/firestore.yaml")
        let outcome = try await run(folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.out.prefix(3) == [
                "kept rules-tests/firestore.yaml, which exists",
                "kept rules-claims/firestore.yaml, which exists",
                "kept .github/workflows/security-rules.yml, which exists",
            ])
        #expect(try folder.read("rules-tests/firestore.yaml") == "mine")
    }

    @Test func `firebase json names the rules, of several databases too`() async throws {
        let folder = try TemporaryFolder([
            "firebase.json":
                #"{"firestore": [{"rules": "a.rules"}, {"rules": "a.rules"}, {"rules": "b.rules"}]}"#,
            "a.rules": Self.rules, "b.rules": Self.rules,
        ])
        let outcome = try await run(folder, "--ci", "none")
        #expect(outcome.out.first == "found firebase.json")
        #expect(outcome.out.count { $0.hasPrefix("wrote ") } == 4)
        #expect(try folder.read("rules-tests/b.yaml").contains("\nrules: \"../b.rules\"\n"))
    }

    @Test func `a project on GitLab gets a job of its own`() async throws {
        let folder = try TemporaryFolder([
            "firestore.rules": Self.rules, ".gitlab-ci.yml": "test: {script: make}",
        ])
        let outcome = try await run(folder)
        #expect(outcome.out.contains("wrote .gitlab/security-rules.yml"))
        #expect(try folder.read(".gitlab-ci.yml") == "test: {script: make}")
        #expect(try folder.read(".gitlab/security-rules.yml").contains("rules test --output junit"))
    }

    @Test(arguments: [
        ([:], "there is neither a firebase.json nor a firestore.rules in "),
        (["firebase.json": "{}"], "names no rules; add {\"firestore\": {\"rules\": \"firestore.rules\"}}"),
        (["firestore.rules": "service cloud.firestore {"], "firestore.rules has errors; correct them first"),
    ])
    func `a project without usable rules gets an error, and no file`(
        files: [String: String], message: String
    ) async throws {
        let folder = try TemporaryFolder(files)
        let outcome = try await run(folder)
        #expect(outcome.status != 0)
        #expect(outcome.err.last?.contains(message) == true, "\(outcome.err)")
        #expect(throws: (any Error).self) { try folder.read("rules-tests/firestore.yaml") }
    }
}
