import FirestoreModel
import JSONText
import PrintableText
import ReadReceipts

/// Prints one line for each change to a conversation, or to all conversations of a user.
struct WatchFrontend {
    let command: WatchCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try await Connection(command.connection, user: command.user, in: context)
        let updates = try listener(connection)
        let denials = try await Denials(
            connection, command.connection, conversation: command.conversation, user: command.user,
            explains: command.denials.explain)
        let place = command.conversation?.string ?? "all conversations of \(command.user?.string ?? "")"
        if !command.connection.quiet {
            context.console.err(
                "watching \(place.beginning(limit: 100)) on \(connection.server); interrupt to stop")
        }
        let subject = command.conversation.map { "conversation \"\($0.string.beginning(limit: 60))\"" }
        try await denials.translated("read \(subject ?? "their conversations")") {
            var warned: Set<ConversationID> = []
            for try await group in updates {
                for (id, updates) in Dictionary(grouping: group, by: \.conversationID)
                where warned.insert(id).inserted {
                    context.console.warn(ofSchemaOf: updates.map(\.message), read: connection.service)
                }
                for update in group { report(update, connection.service.schema) }
                if command.connection.verbose {
                    let usage = updates.usage
                    context.console.err(
                        "receipts: \(usage.documentsRead) read, \(usage.documentsWritten) written so far")
                }
                // The reader has gone, such as head.
                if context.console.failure() != nil { break }
            }
        }
        return context.console.failure() == nil ? .interrupted : .done
    }

    private func listener(_ connection: Connection) throws(ReceiptsError) -> ReceiptListener {
        let service = connection.service
        let refresh = command.refreshInterval ?? (connection.knowsUsers ? 5000 : 60_000)
        let options = ListenerOptions(
            method: command.poll ? .polling : .automatic, interval: .milliseconds(command.interval),
            newest: command.newest,
            marksDelivered: command.markDelivered,
            refreshInterval: refresh == 0 ? nil : .milliseconds(refresh))
        guard let user = command.user else {
            return try service.listen(conversation: command.conversation ?? "", options: options)
        }
        let session = ReceiptSession(service: service, userID: user)
        guard let conversation = command.conversation else {
            return try session.listenToAllConversations(options: options)
        }
        return try session.listen(conversationID: conversation, options: options)
    }

    private func report(_ update: ReceiptUpdate, _ schema: ReceiptSchema) {
        let console = context.console
        switch command.connection.format {
        case .text:
            let sign =
                switch update.kind {
                case .added: console.styled("+", .green)
                case .modified: "~"
                case .removed: console.styled("-", .red)
                }
            let place =
                command.conversation == nil ? update.conversationID.string.printable.padded(12) + "  " : ""
            console.out("\(sign) \(place)\(console.line(update, schema))")
        case .json:
            console.out(WatchFrontend.json(update, schema).printedText)
        }
    }

    private static func json(_ update: ReceiptUpdate, _ schema: ReceiptSchema) -> JSON {
        let (message, formatter) = (update.message, ReceiptFormatter.english(for: schema))
        func words(_ receipt: DisplayedReceipt?) -> JSON? {
            receipt.flatMap { formatter.label($0, readAt: message.readAt) }.map {
                .string($0.accessibilityLabel)
            }
        }
        var counts: DisplayedStatus?
        if case .status(let status)? = update.receipt { counts = status }
        return .object([
            "change": .string(update.kind.rawValue), "conversation": .string(update.conversationID),
            "id": .string(message.id), "sender": message.senderID.map(JSON.string),
            "status": message.status.map { .string($0.rawValue) },
            "unknownStatus": message.unknownStatus.map(JSON.string),
            "previousStatus": update.kind == .modified
                ? update.previous?.status.map { .string($0.rawValue) } : nil,
            "deliveredTo": schema.keepsDelivery ? .strings(message.deliveredTo) : nil,
            "readBy": .strings(message.readBy),
            "stages": StatusFrontend.furtherStages(of: message, schema),
            "readCount": counts.map { .integer($0.readCount) },
            "recipientCount": counts.map { .integer($0.recipientCount) }, "receipt": words(update.receipt),
            "previousReceipt": update.kind == .modified ? words(update.previousReceipt) : nil,
            "pending": update.hasPendingWrites ? .boolean(true) : nil,
            "updateTime": .string(message.updateTime.description),
        ])
    }
}

extension Console {
    /// One message in columns: ticks or a colour, and words.
    fileprivate func line(_ update: ReceiptUpdate, _ schema: ReceiptSchema) -> String {
        let message = update.message
        var mark = "  "
        var words = message.status?.rawValue ?? (schema.status == nil ? "" : message.wordsWithoutStatus)
        switch update.receipt {
        case .status(let status)?:
            mark = ticks(status) + (status.status < .delivered ? " " : "")
            words = status.status.rawValue
            if status.recipientCount > 1, status.readCount > 0, status.status != .read {
                words += ", read by \(status.readCount) of \(status.recipientCount)"
            }
        case .delivery?, .progress?, .checkmark?, .stage?:
            // A colour replaces the check mark.
            let formatter = ReceiptFormatter.english(for: schema)
            let label =
                if case .checkmark(let progress)? = update.receipt { formatter.label(progress) } else {
                    update.receipt.flatMap { formatter.label($0, readAt: message.readAt) }
                }
            words = label?.text ?? "not delivered"
            if label?.tint == .blue { mark = styled(label?.symbol == .doubleCheck ? "✓✓" : "✓ ", .blue) }
        case nil: break
        }
        if update.kind == .removed { words = "removed" }
        let sender = (message.senderID?.string.printable ?? "?").padded(10)
        let readers = message.readBy.map(\.string).joined(separator: ", ").printable
        let line =
            "\(mark)  \(message.id.string.printable.padded(12))  \(sender)  \(words.padded(24))  \(readers)"
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
