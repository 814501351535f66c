import FirestoreEmulator
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The embedded emulator behind HummingbirdCore's own HTTP/1 channel: `HummingbirdEmulator PORT`.
///
/// Compared with `receipts emulator start`, it shows what the package's own server is worth; see decision 15.
@main
enum Main {
    static func main() async throws {
        let transport = Emulator().transport
        let channel = HTTP1Channel { request, writer, _ in
            let body = try await request.body.collect(upTo: 10 * 1024 * 1024)
            let response = try await transport.send(request.head, body: Array(body.readableBytesView))
            var head = response.head
            if head.headerFields[.contentLength] == nil {
                head.headerFields[.contentLength] = String(response.body.count)
            }
            try await writer.write(
                response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
        }
        let port = Int(CommandLine.arguments.last ?? "") ?? 8080
        let logger = Logger(label: "hummingbird") { _ in SwiftLogNoOpLogHandler() }
        let server = channel.server(
            configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: nil, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        try await ServiceGroup(
            services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }
}
