// On Apple's platforms: import FirebaseDatabase
import Foundation
import RealtimeDatabase

/// Stores in the Realtime Database when each reader has read each message, with observers and completion blocks.
final class ReadTimes {
    private let ref = Database.database().reference()
    private var handles: [String: DatabaseHandle] = [:]

    private func messages(_ conversationId: String) -> DatabaseReference {
        ref.child("messages").child(conversationId)
    }

    /// Sends a message without waiting for the server.
    func send(_ text: String, in conversationId: String, from userId: String) -> String? {
        guard let key = messages(conversationId).childByAutoId().key else { return nil }
        let message: [String: Any] = [
            "senderID": userId, "text": text, "serverTimestamp": ServerValue.timestamp(), "status": "sent",
        ]
        ref.updateChildValues(["/messages/\(conversationId)/\(key)": message])
        return key
    }

    /// Marks messages as read, all or none.
    func markAsRead(
        _ messageIds: [String], in conversationId: String, by userId: String, at date: Date,
        completion: @escaping (Result<Void, Error>) -> Void
    ) {
        var updates: [String: Any] = [:]
        for messageId in messageIds {
            updates["\(messageId)/readBy/\(userId)"] = date.timeIntervalSince1970 * 1000
        }
        messages(conversationId).updateChildValues(updates) { error, _ in
            if let error = error {
                completion(.failure(error))
            } else {
                completion(.success(()))
            }
        }
    }

    /// Marks a message as read, and keeps the first time: returns whether it was unread before.
    func markAsReadOnce(_ messageId: String, in conversationId: String, by userId: String) async throws
        -> Bool
    {
        let place = messages(conversationId).child(messageId).child("readBy").child(userId)
        let (committed, _) = try await place.runTransactionBlock { currentData in
            if currentData.value is TimeInterval { return TransactionResult.abort() }
            currentData.value = ServerValue.timestamp()
            return TransactionResult.success(withValue: currentData)
        }
        return committed
    }

    /// Calls a closure whenever somebody reads one of the newest messages.
    func observe(_ conversationId: String, onRead: @escaping (_ messageId: String, [String: Date]) -> Void) {
        stopObserving(conversationId)
        handles[conversationId] = messages(conversationId)
            .queryOrdered(byChild: "serverTimestamp").queryLimited(toLast: 50)
            .observe(.childChanged) { snapshot in
                guard let message = snapshot.value as? [String: Any],
                    let readBy = message["readBy"] as? [String: TimeInterval]
                else { return }
                onRead(snapshot.key, readBy.mapValues { Date(timeIntervalSince1970: $0 / 1000) })
            }
    }

    func stopObserving(_ conversationId: String) {
        guard let handle = handles.removeValue(forKey: conversationId) else { return }
        messages(conversationId).removeObserver(withHandle: handle)
    }

    /// The texts of a conversation, oldest first.
    func texts(in conversationId: String, completion: @escaping ([String]) -> Void) {
        messages(conversationId).observeSingleEvent(of: .value) { snapshot in
            let children = snapshot.children.allObjects as? [DataSnapshot] ?? []
            completion(children.compactMap { ($0.value as? [String: Any])?["text"] as? String })
        }
    }
}
