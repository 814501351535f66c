/// The kind of database that keeps chats.
public enum ReceiptStore: String, Sendable, CaseIterable, Codable {
    /// Cloud Firestore: conversations with their messages below them.
    case firestore
    /// The Firebase Realtime Database: messages apart from the conversations, under the conversation's id.
    case realtimeDatabase
}
