// On Apple's platforms: import FirebaseFirestore
import FirestoreClient
import Foundation

/// A message of a conversation, as its document stores it.
struct Message: Codable, Equatable, Identifiable {
    enum Status: String, Codable {
        case sending, sent, delivered, read
    }

    @DocumentID var id: String?
    var senderId: String
    var text: String
    @ServerTimestamp var timestamp: Date?
    var status = Status.sent
    var readBy: [String] = []
}
