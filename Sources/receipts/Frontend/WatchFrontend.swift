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
            for change in group { report(change) }
        }
        return .interrupted
    }

    private func report(_ change: MessageChange) {
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
            let readers =
                message.readBy.isEmpty ? "" : "  read by \(message.readBy.joined(separator: ", ").printable)"
            let before =
                change.kind == .modified ? change.previous?.status.map { "\($0.rawValue) → " } ?? "" : ""
            let status = message.status?.rawValue ?? "unknown"
            let shown = before == "\(status) → " ? status : before + status
            console.out(
                "\(sign) \(message.id.printable.padded(12))  \(message.senderID?.printable ?? "?")  \(shown)\(readers)"
            )
        case .json:
            console.out(
                JSON.object([
                    "change": .string(change.kind.rawValue), "id": .string(message.id),
                    "sender": message.senderID.map(JSON.string),
                    "status": message.status.map { .string($0.rawValue) },
                    "previousStatus": change.kind == .modified
                        ? change.previous?.status.map { .string($0.rawValue) } : nil,
                    "readBy": .strings(message.readBy), "updateTime": .string(message.updateTime.description),
                ]).compactText)
        }
    }
}
