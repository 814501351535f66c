import FirestoreModel
import FirestoreREST
import ReadReceipts

/// Prints one line for each change to a conversation.
struct WatchFrontend {
    let command: WatchCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try Connection(command.connection, user: command.user, in: context)
        let changes = try connection.service.listen(
            conversation: command.conversation, interval: .milliseconds(command.interval),
            newest: command.newest)
        if !command.connection.quiet {
            context.console.err("watching \(command.conversation) on \(connection.server); interrupt to stop")
        }
        for try await group in changes {
            for change in group { report(change, connection.service.schema) }
        }
        return .interrupted
    }

    private func report(_ change: MessageChange, _ schema: ReceiptSchema) {
        let console = context.console
        let message = change.message
        switch command.connection.format {
        case .text:
            let sign =
                switch change.kind {
                case .added: console.styled("+", .green)
                case .modified: "~"
                case .removed: console.styled("-", .red)
                }
            let receivers =
                message.deliveredTo.isEmpty
                ? "" : "  delivered to \(message.deliveredTo.joined(separator: ", ").printable)"
            let readers =
                message.readBy.isEmpty ? "" : "  read by \(message.readBy.joined(separator: ", ").printable)"
            let before =
                change.kind == .modified ? change.previous?.status.map { "\($0.rawValue) → " } ?? "" : ""
            let status = message.status?.rawValue ?? (schema.status == nil ? "" : "unknown")
            let shown = before == "\(status) → " ? status : before + status
            console.out(
                "\(sign) \(message.id.printable.padded(12))  \(message.senderID?.printable ?? "?")  \(shown)\(receivers)\(readers)"
            )
        case .json:
            console.out(
                JSON.object([
                    "change": .string(change.kind.rawValue), "id": .string(message.id),
                    "sender": message.senderID.map(JSON.string),
                    "status": message.status.map { .string($0.rawValue) },
                    "previousStatus": change.kind == .modified
                        ? change.previous?.status.map { .string($0.rawValue) } : nil,
                    "deliveredTo": schema.deliveredTo.map { _ in .strings(message.deliveredTo) },
                    "readBy": .strings(message.readBy), "updateTime": .string(message.updateTime.description),
                ]).compactText)
        }
    }
}
