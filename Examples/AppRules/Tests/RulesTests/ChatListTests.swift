import RulesTesting
import XCTest

/// The same with XCTest.
final class ChatListTests: XCTestCase {
    func testMembersListTheirChatsAndNoOthers() async throws {
        let environment = try RulesTestEnvironment.ofThisApp()
        try await environment.addChat()
        let chats = try environment.authenticatedContext("bob").firestore.collection("chats")
        try await assertSucceeds {
            try await chats.whereField("members", arrayContains: "bob").getDocuments()
        }
        try await assertFails { try await chats.getDocuments() }
    }
}
