import FirestoreModel
import ReadReceipts

/// The pending messages of a device. The page keeps a copy, in case the console loses them.
struct UnsentMessages: Codable, Sendable, Equatable {
    /// A message that is pending or was refused.
    struct Unsent: Codable, Sendable, Equatable {
        let id: MessageID
        let conversation: ConversationID
        let text: String
        /// When it was written, in milliseconds since 1970.
        let time: Double
    }

    let schema: String
    let user: UserID
    /// Whether the device is switched off.
    let offline: Bool
    let messages: [Unsent]

    init(_ device: ChatDevice, _ messages: [PendingMessage]) {
        schema = device.id.schema
        user = device.id.user
        offline = device.network.isOff
        self.messages = messages.map {
            Unsent(
                id: $0.id, conversation: $0.conversationID, text: $0.text,
                time: Double($0.writtenAt.microseconds) / 1000)
        }
    }
}

extension PendingMessage {
    /// A message from a page's copy.
    init(_ unsent: UnsentMessages.Unsent) {
        // A page could send any number.
        let time = min(max(unsent.time, 0), 253_402_300_799_000)
        self.init(
            id: unsent.id, conversationID: unsent.conversation, text: unsent.text,
            writtenAt: Timestamp(microseconds: Int64(time.isFinite ? time * 1000 : 0)))
    }
}
