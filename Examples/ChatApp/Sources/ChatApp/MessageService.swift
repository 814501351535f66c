// On Apple's platforms: import FirebaseFirestore
import FirestoreClient
import Foundation

/// Reads and writes the messages of conversations, with handlers as well as with async functions.
final class MessageService {
    private let db = Firestore.firestore()

    private func messages(_ conversationId: String) -> CollectionReference {
        db.collection("conversations").document(conversationId).collection("messages")
    }

    /// Sends a message without waiting for the server.
    func send(_ message: Message, in conversationId: String) throws -> String {
        let reference = try messages(conversationId).addDocument(from: message)
        db.collection("conversations").document(conversationId).updateData([
            "lastMessage": message.text, "updatedAt": FieldValue.serverTimestamp(),
        ])
        return reference.documentID
    }

    func markAsDelivered(
        _ messageId: String, in conversationId: String, completion: @escaping (Result<Void, Error>) -> Void
    ) {
        messages(conversationId).document(messageId).updateData(["status": "delivered"]) { error in
            if let error {
                completion(.failure(error))
            } else {
                completion(.success(()))
            }
        }
    }

    func markAsRead(
        _ messageIds: [String], in conversationId: String, by userId: String,
        completion: @escaping (Result<Void, Error>) -> Void
    ) {
        let batch = db.batch()
        for messageId in messageIds {
            batch.updateData(
                ["status": "read", "readBy": FieldValue.arrayUnion([userId])],
                forDocument: messages(conversationId).document(messageId))
        }
        batch.commit { error in
            completion(error.map { .failure($0) } ?? .success(()))
        }
    }

    func unread(in conversationId: String, by userId: String) async throws -> [Message] {
        let snapshot = try await messages(conversationId)
            .whereField("status", in: ["sent", "delivered"])
            .order(by: "timestamp")
            .getDocuments()
        return try snapshot.documents.map { try $0.data(as: Message.self) }
            .filter { $0.senderId != userId && !$0.readBy.contains(userId) }
    }

    func count(in conversationId: String) async throws -> Int {
        try await messages(conversationId).count.getAggregation(source: .server).count.intValue
    }

    func fetch(_ messageId: String, in conversationId: String) async throws -> Message? {
        do {
            return try await messages(conversationId).document(messageId).getDocument(as: Message?.self)
        } catch FirestoreErrorCode.permissionDenied {
            return nil
        }
    }
}
