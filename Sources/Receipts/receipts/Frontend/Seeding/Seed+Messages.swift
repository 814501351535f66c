import FirestoreClient
import FirestoreModel
import PrintableText
import ReadReceipts

extension Seed.Messages {
    /// All messages. Generated ones get ids that sort in their order.
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
    /// When the message was sent.
    ///
    /// - Parameter age: How many seconds ago, if the file does not say.
    /// - Throws: ``CommandFailure`` for an invalid time.
    func time(orAgo age: Int) throws(CommandFailure) -> Timestamp {
        guard let timestamp else {
            return Timestamp(seconds: Timestamp().seconds - Int64(age), nanoseconds: 0)
        }
        return try time(timestamp)
    }

    /// Who has reached a stage.
    func readers(of stage: Receipt) -> Seed.Readers? {
        switch stage {
        case .delivered: deliveredTo.map { Seed.Readers(times: $0.map { ($0, nil) }) }
        case .read: readBy
        default: stages?[stage.name]
        }
    }

    /// Checks that the schema has the stages that the message names.
    ///
    /// - Throws: ``CommandFailure`` that names the first unknown stage.
    func checkStages(of schema: ReceiptSchema) throws(CommandFailure) {
        let known = schema.stages.map(\.receipt).filter { $0 > .read }.map(\.name)
        guard let unknown = (stages ?? [:]).keys.sorted().first(where: { !known.contains($0) }) else {
            return
        }
        let problem =
            switch unknown {
            case Receipt.delivered.name: "write those who have received it as \"deliveredTo\""
            case Receipt.read.name: "write those who have read it as \"readBy\""
            case _ where known.isEmpty: "schema \(schema.name) has no stages after read"
            default: "schema \(schema.name) has \(known.joined(separator: ", "))"
            }
        throw CommandFailure(
            .wrongUsage,
            "message \"\(id)\" in the seed file has the stage \"\(unknown.beginning(limit: 60))\": \(problem)"
        )
    }

    /// Reads a time of the message.
    ///
    /// - Throws: ``CommandFailure`` for an invalid time.
    func time(_ text: String) throws(CommandFailure) -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else {
            throw CommandFailure(
                .wrongUsage,
                "message \"\(id)\" in the seed file has the invalid time \"\(text.beginning(limit: 60))\"; write it like "
                    + "2026-01-02T03:04:05Z")
        }
        return time
    }
}

extension Seed {
    /// How many messages it has.
    var messageCount: Int {
        (conversations ?? []).reduce(0) { count, conversation in
            switch conversation.messages {
            case .list(let messages): count + messages.count
            case .generated(let generated, _, _): count + generated
            case nil: count
            }
        }
    }
}
