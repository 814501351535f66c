package import Logging
import Synchronization

/// Keeps what is logged, for tests to look at.
package struct RecordingLogHandler: LogHandler {
    /// The lines that loggers of one test have written.
    package final class Log: Sendable {
        private let recorded = Mutex<[String]>([])

        package init() {}

        /// Each line: its level, its message and its metadata.
        package var lines: [String] { recorded.withLock { $0 } }

        package func append(_ line: String) { recorded.withLock { $0.append(line) } }

        /// A logger that writes here.
        package var logger: Logger { Logger(label: "test") { _ in RecordingLogHandler(log: self) } }
    }

    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.trace
    private let log: Log

    private init(log: Log) {
        self.log = log
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        log.append(([event.level.rawValue, event.message.description] + values).joined(separator: " "))
    }
}
