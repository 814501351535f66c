import RulesTesting
import Testing

/// What failed assertions say.
@Suite struct AssertionTests {
    private struct Unexpected: Error {}

    private func environment() throws -> RulesTestEnvironment {
        try RulesTestEnvironment(
            rules: """
                rules_version = '2';
                service cloud.firestore {
                  match /databases/{database}/documents {
                    match /notes/{note} {
                      allow create: if request.resource.data.keys().hasOnly(['title', 'owner']);
                      allow read;
                    }
                  }
                }
                """)
    }

    /// What an assertion throws. Not by a macro, which would make its own line that of the assertion.
    private func failure(_ assertion: () async throws -> Void) async -> RulesAssertionError? {
        do {
            try await assertion()
            return nil
        } catch {
            return error as? RulesAssertionError
        }
    }

    @Test func `a denial that was not to be names the expression that decided`() async throws {
        let bob = try environment().authenticatedContext("bob")
        let error = await failure {
            try await assertSucceeds(line: 7) {
                try await bob.firestore.document("notes/n1").setData(["title": "x", "size": 1])
            }
        }
        #expect(
            error?.description == """
                RulesTestingTests/AssertionTests.swift:7: Expected the rules to allow this, but they denied it.
                DENIED create notes/n1 as bob
                because the field size is not allowed: only title and owner are

                firestore.rules:5:24: the condition for create is false
                     5 | allow create: if request.resource.data.keys().hasOnly(['title', 'owner']);
                       |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is false
                       = request.resource.data.keys() is ["size", "title"]
                       = too many: "size"

                """)
    }

    @Test func `a permission that was not to be names the statement`() async throws {
        let bob = try environment().authenticatedContext("bob")
        let line = #line + 2
        let error = await failure {
            try await assertFails { try await bob.firestore.document("notes/n1").getDocument() }
        }
        #expect(
            error?.description == """
                RulesTestingTests/AssertionTests.swift:\(line): Expected the rules to deny this, but they allowed it.
                ALLOWED get notes/n1 as bob

                firestore.rules:6:7: get is always allowed
                     6 | allow read;
                       | ^^^^^^^^^^^

                """)
    }

    @Test func `an administrator was let through by no rule`() async throws {
        let environment = try environment()
        let error = try await #require(throws: RulesAssertionError.self) {
            try await environment.withSecurityRulesDisabled { admin in
                try await assertFails { try await admin.firestore.document("notes/n1").getDocument() }
            }
        }
        #expect(error.explanation == nil)
        #expect(error.message == "Expected the rules to deny this, but they allowed it.")
    }

    @Test func `another failure is no denial`() async throws {
        let bob = try environment().authenticatedContext("bob")
        for document in ["notes/n1", "notes/n2"] {
            let error = try await #require(throws: RulesAssertionError.self) {
                try await assertFails { () async throws -> Void in throw Unexpected() }
            }
            #expect(error.underlying is Unexpected)
            #expect(error.explanation == nil, "\(document)")
        }
        let error = try await #require(throws: RulesAssertionError.self) {
            try await assertSucceeds { try await bob.firestore.document("notes").getDocument() }
        }
        #expect(error.message == "Expected the rules to allow this, but it failed for another reason.")
    }

    @Test func `assertions that run side by side tell their own denials`() async throws {
        let environment = try environment()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let user = try environment.authenticatedContext("user\(number)")
                    let error = await #expect(throws: RulesAssertionError.self) {
                        try await assertSucceeds {
                            try await user.firestore.document("notes/n\(number)").setData(["key\(number)": 1])
                        }
                    }
                    #expect(error?.explanation?.contains("as user\(number)\n") == true)
                    #expect(error?.explanation?.contains("too many: \"key\(number)\"") == true)
                }
            }
            try await group.waitForAll()
        }
    }
}
