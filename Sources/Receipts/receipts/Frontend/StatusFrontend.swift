import JSONText
import PrintableText
import ReadReceipts

/// Prints the status of messages, as their sender sees it.
struct StatusFrontend {
    let command: StatusCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try await Connection(command.connection, user: command.user, in: context)
        let service = connection.service
        let denials = try await Denials(
            connection, command.connection, conversation: command.conversation, user: command.user,
            explains: command.denials.explain)
        let place = "conversation \"\(command.conversation.string.beginning(limit: 60))\""
        let (audience, messages, missing): (ReceiptAudience, [Message], [MessageID]) =
            try await denials.translated(
                "read \(place)"
            ) {
                var (messages, missing): ([Message], [MessageID]) = ([], [])
                if command.ids.isEmpty {
                    messages = try await service.messages(
                        conversation: command.conversation, sender: command.user)
                } else {
                    (messages, missing) = try await service.messages(
                        conversation: command.conversation, ids: command.ids)
                }
                let audience = try await service.audience(of: command.conversation, for: messages)
                return (audience, messages, missing)
            }
        context.console.warn(ofSchemaOf: messages, read: service)
        let last = messages.lastOwn(of: command.user)?.id
        for message in messages {
            report(message, among: audience, service.schema, isLastOwn: message.id == last)
        }
        for id in missing {
            context.console.err(
                "receipts: there is no message \"\(id.string.printable)\" in \(place)")
        }
        return missing.isEmpty ? .done : .failed
    }

    /// With cursors, the readers of a message are listed in conversations of at most so many members. There are always counts.
    private static let maximumListed = LargeGroup.threshold

    private func report(
        _ stored: Message, among audience: ReceiptAudience, _ schema: ReceiptSchema, isLastOwn: Bool
    ) {
        let console = context.console
        let isListed = audience.conversation.members.count <= StatusFrontend.maximumListed
        let message = isListed ? audience.marked(stored) : stored
        let status = DisplayedStatus(of: message, among: audience, seenBy: command.user)
        let further = StageProgress.stages(
            of: message, among: audience, seenBy: command.user, schema: schema)
        let label = ReceiptFormatter.english(for: schema).label(
            of: message, among: audience, seenBy: command.user, schema: schema, isLastOwn: isLastOwn)
        switch command.connection.format {
        case .text:
            let isOwn = message.senderID == command.user
            console.out(
                schema.hasTicks
                    ? console.line(message, status, further, isOwn: isOwn)
                    : console.line(message, label, isOwn: isOwn))
        case .json:
            console.out(
                JSON.object([
                    "id": .string(message.id), "sender": message.senderID.map(JSON.string),
                    "status": status.map { .string($0.status.rawValue) },
                    "unknownStatus": message.unknownStatus.map(JSON.string),
                    "deliveredTo": schema.keepsDelivery ? .strings(message.deliveredTo) : nil,
                    "readBy": .strings(message.readBy),
                    "readCount": status.map { .integer($0.readCount) },
                    "recipientCount": status.map { .integer($0.recipientCount) },
                    "stages": StatusFrontend.furtherStages(of: message, schema),
                    "receipt": schema.hasTicks ? nil : label.flatMap(\.text).map(JSON.string),
                ]).printedText)
        }
    }
}

extension StatusFrontend {
    /// Who has reached each stage after read, by its name; nil if the schema has none.
    static func furtherStages(of message: Message, _ schema: ReceiptSchema) -> JSON? {
        let further = schema.stages.filter { $0.receipt > .read }
        if further.isEmpty { return nil }
        return .object(
            further.map { JSON.Member($0.receipt.name, .strings(message[$0.receipt].users)) })
    }
}

extension Message {
    /// What to print for a message whose status the schema cannot tell.
    var wordsWithoutStatus: String {
        unknownStatus.map { "unknown status: \($0.beginning(limit: 40))" } ?? "no status"
    }
}

extension Console {
    /// One message with the words of its receipt, in columns.
    func line(_ message: Message, _ label: ReceiptLabel?, isOwn: Bool) -> String {
        let words = (label?.text ?? (isOwn ? "" : "received")).printable.padded(24)
        let text = message.text.map { "  " + styled($0.printable, .grey) } ?? ""
        return
            "    \(message.id.string.printable.padded(12))  \(label?.tint == .blue ? styled(words, .blue) : words)\(text)"
    }

    /// One message with its ticks, in columns.
    func line(
        _ message: Message, _ status: DisplayedStatus?, _ further: [StageProgress], isOwn: Bool
    ) -> String {
        let mark =
            status.map { "\(ticks($0))\($0.status == .sent || $0.status == .sending ? " " : "")" } ?? "  "
        var words = status.map(\.status.rawValue) ?? (isOwn ? message.wordsWithoutStatus : "received")
        if let status, status.recipientCount > 1, status.readCount > 0, status.status != .read {
            words += ", read by \(status.readCount) of \(status.recipientCount)"
        }
        for progress in further {
            words += ", \(progress.receipt.name)"
            if progress.total > 1 { words += " by \(progress.count) of \(progress.total)" }
        }
        let text = message.text.map { "  " + styled($0.printable, .grey) } ?? ""
        return "\(mark)  \(message.id.string.printable.padded(12))  \(words.padded(24))\(text)"
    }
}
