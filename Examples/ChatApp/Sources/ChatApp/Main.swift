import FirestoreClient
import Foundation

/// Tells the story of a message on the emulator that `FIRESTORE_EMULATOR_HOST` names.
@main struct ChatApp {
    static func main() async throws {
        let address = ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_HOST"] ?? "127.0.0.1:8080"
        // In the place of FirebaseApp.configure().
        try Firestore.configure(
            FirestoreSettings(
                projectID: "demo-chat", endpoint: .emulator(address), credentials: .emulatorAdmin))
        try await Firestore.firestore().document("conversations/c1").setData([
            "participants": ["alice", "bob"]
        ])
        let service = MessageService()
        let id = try service.send(Message(senderId: "alice", text: "Hello"), in: "c1")
        print("unread by bob:", try await service.unread(in: "c1", by: "bob").map(\.text))
        await withCheckedContinuation { done in
            service.markAsRead([id], in: "c1", by: "bob") { result in
                print("marked:", result)
                done.resume()
            }
        }
        guard let message = try await service.fetch(id, in: "c1") else { return print("no message") }
        print("\(message.text): \(message.status), read by \(message.readBy.joined(separator: ", "))")
        print("messages:", try await service.count(in: "c1"))
        try await Firestore.firestore().terminate()
    }
}
