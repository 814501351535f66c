import Foundation
import RulesTesting

extension RulesTestEnvironment {
    /// An environment with the rules of this package.
    static func ofThisApp() throws -> RulesTestEnvironment {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try RulesTestEnvironment(rulesFile: package.appending(path: "firestore.rules").path)
    }

    /// Adds a chat of alice and bob with a message, under no rules.
    func addChat() async throws {
        try await withSecurityRulesDisabled { admin in
            let chat = admin.firestore.document("chats/c1")
            try await chat.setData(["members": ["alice", "bob"]])
            try await chat.collection("messages").document("m1")
                .setData(["text": "Hello!", "senderId": "alice", "readBy": [String]()])
        }
    }
}
