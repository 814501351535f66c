import FirestoreClient
import Foundation
import RealtimeDatabase

/// Sends a message and marks it read, on the emulators that `FIRESTORE_EMULATOR_HOST` and
/// `FIREBASE_DATABASE_EMULATOR_HOST` name.
@main struct ChatApp {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        try await useFirestore(environment["FIRESTORE_EMULATOR_HOST"] ?? "127.0.0.1:8080")
        if let address = environment["FIREBASE_DATABASE_EMULATOR_HOST"] {
            try await useRealtimeDatabase(address)
        }
    }

    private static func useFirestore(_ address: String) async throws {
        // Instead of FirebaseApp.configure().
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

    private static func useRealtimeDatabase(_ address: String) async throws {
        // Instead of FirebaseApp.configure().
        try Database.configure(
            DatabaseSettings(
                projectID: "demo-chat", endpoint: .emulator(address), credentials: .emulatorAdmin))
        let times = ReadTimes()
        guard let id = times.send("Hello", in: "c1", from: "alice") else { return print("no key") }
        await withCheckedContinuation { done in
            times.texts(in: "c1") { texts in
                print("texts:", texts)
                done.resume()
            }
        }
        print("carol marks it once:", try await times.markAsReadOnce(id, in: "c1", by: "carol"))
        print("and a second time:", try await times.markAsReadOnce(id, in: "c1", by: "carol"))
        let (readers, continuation) = AsyncStream.makeStream(of: [String].self)
        times.observe("c1") { _, readBy in continuation.yield(readBy.keys.sorted()) }
        times.markAsRead([id], in: "c1", by: "bob", at: Date()) { print("marked:", $0) }
        for await names in readers where names.count == 2 {
            print("read by", names.joined(separator: ", "))
            break
        }
        times.stopObserving("c1")
    }
}
