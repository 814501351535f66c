import Foundation
import RulesTesting
import Testing

@Suite struct ChatRulesTests {
    let environment: RulesTestEnvironment

    /// A chat of alice and bob with a message, on an emulator of this test's own.
    init() async throws {
        environment = try .ofThisApp()
        try await environment.addChat()
    }

    private func message(as uid: String) throws -> DocumentReference {
        try environment.authenticatedContext(uid).firestore.document("chats/c1/messages/m1")
    }

    @Test func `members see messages, others do not`() async throws {
        let bobs = try message(as: "bob"), eves = try message(as: "eve")
        try await assertSucceeds { try await bobs.getDocument() }
        try await assertFails { try await eves.getDocument() }
    }

    @Test func `a member marks a message read, and changes nothing else`() async throws {
        let message = try message(as: "bob")
        try await assertSucceeds { try await message.updateData(["readBy": FieldValue.arrayUnion(["bob"])]) }
        try await assertFails { try await message.updateData(["text": "Goodbye!"]) }
    }

    @Test func `nobody marks a message read for somebody else`() async throws {
        let message = try message(as: "bob")
        try await assertFails { try await message.updateData(["readBy": FieldValue.arrayUnion(["carol"])]) }
    }

    @Test func `a member sends only as themselves`() async throws {
        let messages = try message(as: "bob").parent
        try await assertSucceeds { try await messages.document("m2").setData(["senderId": "bob"]) }
        try await assertFails { try await messages.document("m3").setData(["senderId": "alice"]) }
    }
}
