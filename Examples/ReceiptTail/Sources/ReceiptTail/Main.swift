import FirestoreClient
import Foundation

/// Prints the receipts of a conversation as they arrive: `ReceiptTail CONVERSATION USER`.
@main struct ReceiptTail {
    struct Message: Decodable {
        var senderId: String
        var text: String?
        var status: String?
        var readBy: [String]?
    }

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let conversation = arguments.first, let user = arguments.last else {
            FileHandle.standardError.write(Data("usage: ReceiptTail CONVERSATION USER\n".utf8))
            exit(2)
        }
        let environment = ProcessInfo.processInfo.environment
        let settings = FirestoreSettings(
            projectID: environment["GCLOUD_PROJECT"] ?? "demo-chat",
            endpoint: try .emulator(environment["FIRESTORE_EMULATOR_HOST"] ?? "127.0.0.1:8080"),
            credentials: .emulatorUser(uid: user))
        let messages = try Firestore(settings)
            .collection("conversations").document(conversation).collection("messages")
            .order(by: "timestamp").limit(toLast: 50)
        // The server pushes each change. A lost connection is made again; what ends the loop is an error such as a denial.
        for try await snapshot in messages.snapshots {
            for change in snapshot.documentChanges {
                let line = line(for: change, try change.document.data(as: Message.self))
                // Unlike print, this does not wait in a buffer when a program reads it.
                FileHandle.standardOutput.write(Data("\(line)\n".utf8))
            }
        }
    }

    private static func line(for change: DocumentChange, _ message: Message) -> String {
        let text = "\(message.senderId): \(message.text ?? "")"
        let readers = message.readBy ?? []
        switch change.type {
        case .removed: return "- \(text)"
        case .added, .modified:
            let status = readers.isEmpty ? message.status ?? "" : "read by \(readers.joined(separator: ", "))"
            return "\(change.type == .added ? "+" : "~") \(text)  [\(status)]"
        }
    }
}
