import Hummingbird
import Logging

/// A Hummingbird server that answers every GET with the same small JSON: what a server on it could reach at best.
@main
enum Main {
    static func main() async throws {
        let body = ByteBuffer(string: "{\n  \"name\": \"\(String(repeating: "x", count: 400))\"\n}\n")
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: ResponseBody(byteBuffer: body))
            },
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: Int(CommandLine.arguments.last ?? "") ?? 8080)),
            logger: Logger(label: "bare") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService()
    }
}
