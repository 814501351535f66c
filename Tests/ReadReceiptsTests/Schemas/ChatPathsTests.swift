import FirestoreModel
import Testing

@testable import ReadReceipts

@Suite("Chat paths")
struct ChatPathsTests {
    @Test func `messages lie below their conversation`() throws {
        let paths = try ChatPaths(conversation: "c1", schema: .status)
        #expect(paths.conversation.description == "conversations/c1")
        #expect(try paths.message("m1").description == "conversations/c1/messages/m1")
    }

    @Test(arguments: [
        ("", "the conversation id is empty"),
        ("a/b", "\"a/b\" is not a conversation id: it contains a slash"),
        (".", "\".\" is not a conversation id: \".\" is not allowed"),
        ("__x__", "\"__x__\" is not a conversation id: ids of the form __…__ are reserved"),
        (
            String(repeating: "x", count: 1501),
            "\"\(String(repeating: "x", count: 60))…\" is not a conversation id: it is longer than 1500 bytes"
        ),
    ])
    func `a bad id is refused with the reason`(id: String, message: String) {
        let error = #expect(throws: ReceiptsError.self) {
            try ChatPaths(conversation: ConversationID(id), schema: .status)
        }
        #expect(error?.code == .invalidConversation)
        #expect(error?.message == message)
    }

    @Test func `a message's id is checked, too`() throws {
        let paths = try ChatPaths(conversation: "c1", schema: .status)
        let error = #expect(throws: ReceiptsError.self) { try paths.message("a/b") }
        #expect(error?.message == "\"a/b\" is not a message id: it contains a slash")
    }

    @Test func `a user must have an id`() {
        #expect(throws: ReceiptsError.self) { try ChatPaths.check(user: "") }
        #expect(throws: ReceiptsError.self) {
            try ChatPaths.check(user: UserID(String(repeating: "u", count: 1501)))
        }
        #expect(throws: Never.self) { try ChatPaths.check(user: "a/b") }
    }
}
