import FirestoreREST
import ReadReceipts

/// Sends a message and prints its id.
struct SendFrontend {
    let command: SendCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try await Connection(command.connection, user: command.user, in: context)
        let id = try await connection.service.send(
            command.text, conversation: command.conversation, from: command.user)
        switch command.connection.format {
        case .text: context.console.out(id)
        case .json: context.console.out(JSON.object(["id": .string(id)]).compactText)
        }
        return .done
    }
}
