import JSONText
import PrintableText
import ReadReceipts

/// Sends a message and prints its id.
struct SendFrontend {
    let command: SendCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try await Connection(
            command.connection, user: command.user, force: command.force, in: context)
        let denials = try await Denials(
            connection, command.connection, conversation: command.conversation, user: command.user,
            explains: command.denials.explain)
        let place = "conversation \"\(command.conversation.string.beginning(limit: 60))\""
        let id = try await denials.translated("send this message to \(place)") {
            try await connection.service.send(
                command.text, conversation: command.conversation, from: command.user)
        }
        switch command.connection.format {
        case .text: context.console.out(id.string)
        case .json: context.console.out(JSON.object(["id": .string(id)]).printedText)
        }
        return .done
    }
}
