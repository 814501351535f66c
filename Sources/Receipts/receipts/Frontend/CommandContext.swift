import FirestoreClient
import FirestoreModel
import HTTPTransport
import Logging

/// The environment of a command. Tests provide their own.
struct CommandContext: Sendable {
    var environment: [String: String]
    var console: Console
    /// Reads all lines of standard input.
    var readInput: @Sendable () -> [String]
    /// Reads the next bytes of standard input; nil at the end.
    var readBytes: @Sendable () async -> [UInt8]? = { await InputBytes.next() }
    /// Replaces the network, if set.
    var transport: (any HTTPTransport)?
    /// Replaces the network for a Realtime Database, if set.
    var streams: (any HTTPStreamingTransport)?
    /// Replaces the network for Pub/Sub, if set.
    var pubSub: (any HTTPTransport)?
    /// Returns the current time, to compute ages.
    var now: @Sendable () -> Timestamp = { Timestamp() }
    /// The time since some moment, to show progress.
    var uptime: @Sendable () -> Duration = { CommandContext.start.duration(to: .now) }
    /// Waits between two checks of files.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
}

extension CommandContext {
    private static let start = ContinuousClock.now

    /// Logs on standard error: warnings, with `-v` everything.
    func logger(_ label: String, _ options: ConnectionOptions) -> Logger {
        var logger = Logger(label: label) { [console] _ in ConsoleLogHandler(console: console) }
        logger.logLevel = options.verbose ? .debug : .warning
        return logger
    }
}
