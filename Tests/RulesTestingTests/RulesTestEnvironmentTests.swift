import Foundation
import RulesTesting
import Testing

/// An environment as those who test rules use it.
@Suite struct RulesTestEnvironmentTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} {
              allow read: if request.auth != null && resource.data.owner == request.auth.uid;
              allow create: if request.auth.token.role == 'writer';
            }
          }
        }
        """

    private func environment() async throws -> RulesTestEnvironment {
        let environment = try RulesTestEnvironment(rules: Self.rules)
        try await environment.withSecurityRulesDisabled { admin in
            try await admin.firestore.document("notes/n1").setData(["owner": "alice"])
        }
        return environment
    }

    @Test func `a signed-in user is who the rules see`() async throws {
        let environment = try await environment()
        let alice = try environment.authenticatedContext("alice")
        let note = try await assertSucceeds { try await alice.firestore.document("notes/n1").getDocument() }
        #expect(note.exists)
        let bob = try environment.authenticatedContext("bob")
        let refusal = try await assertFails { try await bob.firestore.document("notes/n1").getDocument() }
        #expect(refusal.code == .permissionDenied)
    }

    @Test func `nobody signed in has no auth`() async throws {
        let environment = try await environment()
        let nobody = try environment.unauthenticatedContext()
        try await assertFails { try await nobody.firestore.document("notes/n1").getDocument() }
    }

    @Test func `claims are those of the token`() async throws {
        let environment = try await environment()
        let writer = try environment.authenticatedContext("bob", claims: ["role": "writer"])
        let reader = try environment.authenticatedContext("bob", claims: ["role": "reader"])
        try await assertSucceeds { try await writer.firestore.document("notes/n2").setData(["a": 1]) }
        try await assertFails { try await reader.firestore.document("notes/n3").setData(["a": 1]) }
    }

    @Test func `clearing removes the documents and keeps the rules`() async throws {
        let environment = try await environment()
        try await environment.clearFirestore()
        let exists = try await environment.withSecurityRulesDisabled { admin in
            try await admin.firestore.document("notes/n1").getDocument().exists
        }
        #expect(!exists)
        let bob = try environment.authenticatedContext("bob")
        try await assertFails { try await bob.firestore.document("notes/n2").setData(["a": 1]) }
    }

    @Test func `environments see nothing of each other`() async throws {
        let (first, second) = (try await environment(), try RulesTestEnvironment(rules: Self.rules))
        #expect(first.projectID != second.projectID)
        let exists = try await second.withSecurityRulesDisabled { admin in
            try await admin.firestore.document("notes/n1").getDocument().exists
        }
        #expect(!exists)
    }

    @Test func `rules with an error are refused, with the place marked`() throws {
        let error = try #require(throws: RulesTestError.self) {
            try RulesTestEnvironment(
                rules: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents {
                        allow read: if request.auth = null;
                      }
                    }
                    """)
        }
        #expect(error.diagnostics.first?.range?.start.line == 4)
        #expect(error.description.contains("   4 | allow read: if request.auth = null;\n"))
        #expect(error.description.contains("     |                             ^"))
    }

    @Test func `a rules file that is not there is refused`() throws {
        let error = try #require(throws: RulesTestError.self) {
            try RulesTestEnvironment(rulesFile: "/nowhere/firestore.rules")
        }
        #expect(
            error.description
                == "The rules file /nowhere/firestore.rules cannot be read: there is no such file.")
    }

    @Test func `rules come from a file`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "rules-\(UUID().uuidString).rules"
        ).path()
        try Self.rules.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let environment = try RulesTestEnvironment(rulesFile: path)
        #expect(environment.rules.name == path)
        #expect(environment.rules.content == Self.rules)
    }

    @Test func `coverage tells what was evaluated`() async throws {
        let environment = try await environment()
        let alice = try environment.authenticatedContext("alice")
        try await assertSucceeds { try await alice.firestore.document("notes/n1").getDocument() }
        let coverage = try await environment.coverage()
        let comparison = try #require(
            coverage.expressions.first { $0.text == "resource.data.owner == request.auth.uid" })
        #expect(comparison.line == 5)
        #expect(comparison.truths == [true])
        #expect(comparison.evaluations > 0)
        #expect(coverage.unevaluated.contains { $0.text == "request.auth.token.role == 'writer'" })
        #expect(try await environment.coveragePage().contains("<!DOCTYPE html>"))
    }
}
