import Foundation
import RulesTesting
import Testing

private let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        function isMember(chat) {
          return request.auth != null
            && request.auth.uid in get(/databases/$(database)/documents/chats/$(chat)).data.members;
        }
        match /chats/{chat}/messages/{message} {
          allow read: if isMember(chat);
          allow update: if isMember(chat)
            && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy']);
        }
      }
    }
    """

@Suite struct ChatRulesTests {
    /// An environment with a chat of two in it.
    private func environment() async throws -> RulesTestEnvironment {
        let environment = try RulesTestEnvironment(rules: rules)
        try await environment.withSecurityRulesDisabled { admin in
            try await admin.firestore.document("chats/c1").setData(["members": ["alice", "bob"]])
            try await admin.firestore.document("chats/c1/messages/m1").setData([
                "text": "Hello!", "senderId": "alice", "status": "sent", "readBy": [String](),
            ])
        }
        return environment
    }

    @Test func `a member may mark a message read, and change nothing else`() async throws {
        let bob = try await environment().authenticatedContext("bob")
        let message = bob.firestore.document("chats/c1/messages/m1")
        try await assertSucceeds {
            try await message.updateData(["status": "read", "readBy": FieldValue.arrayUnion(["bob"])])
        }
        try await assertFails { try await message.updateData(["text": "Goodbye!"]) }
    }

    @Test func `others see nothing`() async throws {
        let environment = try await environment()
        let eve = try environment.authenticatedContext("eve")
        let nobody = try environment.unauthenticatedContext()
        for context in [eve, nobody] {
            try await assertFails {
                try await context.firestore.document("chats/c1/messages/m1").getDocument()
            }
        }
    }
}

@Suite struct DocumentationExampleTests {
    @Test func `the documentation holds this very example`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Documentation/RulesTesting.md"), encoding: .utf8)
        let file = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let example = try #require(file.firstRange(of: "private let rules").map { file[$0.lowerBound...] })
        let end = try #require(example.firstRange(of: "\n@Suite struct DocumentationExampleTests"))
        #expect(page.contains(example[..<end.lowerBound]))
    }
}
