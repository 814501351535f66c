import Logging
import PrintableText

/// Prints log messages as lines of text.
struct ConsoleLogHandler: LogHandler {
    let console: Console
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\("\($0.value)".printable)" }
        console.err(
            "receipts: \(event.level): \(([event.message.description.printable] + details).joined(separator: " "))"
        )
    }
}
