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

    @Test func `a denial that was not to be names the expression that decided`() async throws {
        let bob = try environment().authenticatedContext("bob")
        let line = #line + 2
        let error = try await #require(throws: RulesAssertionError.self) {
            try await assertSucceeds {
                try await bob.firestore.document("notes/n1").setData(["title": "x", "size": 1])
            }
        }
        #expect(
            error.description == """
                RulesTestingTests/AssertionTests.swift:\(line): The rules were to allow this, and denied it.
                X
                """)
    }

    @Test func `a permission that was not to be names the statement`() async throws {
        let bob = try environment().authenticatedContext("bob")
        let line = #line + 2
        let error = try await #require(throws: RulesAssertionError.self) {
            try await assertFails { try await bob.firestore.document("notes/n1").getDocument() }
        }
        #expect(
            error.description == """
                RulesTestingTests/AssertionTests.swift:\(line): The rules were to deny this, and allowed it.
                X
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
        #expect(error.message == "The rules were to deny this, and allowed it.")
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
        #expect(error.message == "The rules were to allow this. It failed, but for another reason.")
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
