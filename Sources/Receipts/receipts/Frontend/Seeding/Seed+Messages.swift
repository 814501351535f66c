import FirestoreClient
import FirestoreModel
import ReadReceipts

extension Seed.Messages {
    /// Every message, the made ones with ids that sort in their order.
    var all: [Seed.Message] {
        switch self {
        case .list(let messages): return messages
        case .generated(let count, let sender, let status):
            let width = String(count).count
            return (1...max(count, 1)).prefix(count).map { number in
                let digits = String(number)
                let id = "m" + String(repeating: "0", count: width - digits.count) + digits
                return Seed.Message(
                    id: MessageID(id), senderId: sender, text: "Message \(number)", status: status)
            }
        }
    }
}

extension Seed.Message {
    /// When the message was sent: without a time of its own, one second after the one before it.
    ///
    /// - Throws: ``CommandFailure`` for a time that is none.
    func time(index: Int) throws(CommandFailure) -> Timestamp {
        guard let timestamp else {
            return Timestamp(seconds: Timestamp().seconds + Int64(index), nanoseconds: 0)
        }
        return try time(timestamp, of: "timestamp")
    }

    /// Reads a time that stands in the message.
    ///
    /// - Throws: ``CommandFailure`` for a time that is none.
    func time(_ text: String, of field: String) throws(CommandFailure) -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else {
            throw CommandFailure(
                .wrongUsage,
                "message \"\(id)\" in the seed file has the \(field) \"\(text)\": write it like "
                    + "2026-01-02T03:04:05Z")
        }
        return time
    }
}
