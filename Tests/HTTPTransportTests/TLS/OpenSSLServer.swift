import Foundation
import Synchronization

/// `openssl s_server` as a TLS server: what it decrypts comes out of its standard output, and what goes into its
/// standard input is encrypted. It serves one connection after the other.
final class OpenSSLServer: Sendable {
    /// Where the program is; `nil` where there is none, and the TLS tests are skipped.
    static let program: URL? = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl", "/usr/local/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
        .map { URL(fileURLWithPath: $0) }

    /// The directory with the certificates.
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    /// The path of the authority that signed the server's certificate.
    static let authorityFile = fixtures.appendingPathComponent("authority.pem").path

    struct CannotStart: Error { let output: String }

    let port: UInt16

    private let process: Mutex<Process>
    private let input: FileHandle

    /// Starts the program and waits until it listens.
    ///
    /// - Parameters:
    ///   - options: What it is told besides port and certificate: `-www` makes it answer with a page of its own.
    ///   - answer: What to send for the bytes that have come in; called on a thread of its own, again and again.
    init(_ options: [String], answer: @escaping @Sendable (Data) -> Data = { _ in Data() }) throws {
        let process = Process()
        process.executableURL = Self.program
        process.arguments =
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert",
                Self.fixtures.appendingPathComponent("server.pem").path,
                "-key", Self.fixtures.appendingPathComponent("server.key").path,
            ] + options
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.input = input.fileHandleForWriting
        var text = ""
        var port: UInt16?
        while port == nil {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CannotStart(output: text) }
            text += String(decoding: data, as: UTF8.self)
            port = text.firstMatch(of: #/ACCEPT .*:(\d+)\n/#).flatMap { UInt16($0.1) }
        }
        self.port = port ?? 0
        self.process = Mutex(process)
        let toClient = input.fileHandleForWriting
        let fromClient = output.fileHandleForReading
        Thread.detachNewThread {
            while true {
                let data = fromClient.availableData
                if data.isEmpty { return }
                let reply = answer(data)
                if !reply.isEmpty { try? toClient.write(contentsOf: reply) }
            }
        }
    }

    deinit {
        // A polite SIGTERM may stay blocked: the child has inherited the signal mask of a thread of the pool.
        process.withLock { _ = kill($0.processIdentifier, SIGKILL) }
    }
}
