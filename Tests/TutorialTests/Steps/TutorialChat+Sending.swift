import FirestoreClient
import ReadReceipts

extension TutorialChat {
    /// Creates a group of three.
    func createTeam() async throws {
        try await firestore(as: .emulatorAdmin).document("conversations/team")
            .setData(["participants": ["alice", "bob", "carol"]])
    }

    /// Sends a message to the group.
    func send(_ text: String, from user: UserID) async throws -> MessageID {
        try await receipts(of: user).send(text, conversation: "team", from: user)
    }
}
