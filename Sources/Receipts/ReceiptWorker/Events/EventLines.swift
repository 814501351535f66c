public import ReadReceipts

/// Parses events from lines of JSON that arrive in pieces.
public struct EventLines: Sendable {
    /// A line that is not an event.
    public struct Reject: Sendable, Equatable {
        /// The line number, from 1.
        public let line: Int
        /// What is wrong with it.
        public let reason: String
        /// The line; empty if it was too long.
        public let text: String
    }

    private let schema: ReceiptSchema
    private var splitter: LineSplitter

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - schema: Determines which ids and stages are valid.
    ///   - number: The number of lines before.
    public init(schema: ReceiptSchema, after number: Int = 0) {
        self.schema = schema
        splitter = LineSplitter(maximumBytes: ReceiptEvent.maximumBytes, after: number)
    }

    /// The number of complete lines so far.
    var lineCount: Int { splitter.number }

    /// The number of bytes of the incomplete last line.
    var unfinishedBytes: Int { splitter.unfinishedBytes }

    /// Parses the next piece; ignores blank lines.
    ///
    /// - Returns: The events and rejected lines that are now complete.
    public mutating func take(_ bytes: [UInt8]) -> (events: [ReceiptEvent], rejects: [Reject]) {
        read(splitter.take(bytes))
    }

    /// Parses the last line, if it does not end with a line break.
    public mutating func finish() -> (events: [ReceiptEvent], rejects: [Reject]) {
        read(splitter.finish().map { [$0] } ?? [])
    }

    private func read(_ lines: [LineSplitter.Line]) -> (events: [ReceiptEvent], rejects: [Reject]) {
        var (events, rejects): ([ReceiptEvent], [Reject]) = ([], [])
        for line in lines {
            guard let bytes = line.bytes else {
                let reason = "the event is longer than \(ReceiptEvent.maximumBytes) bytes"
                rejects.append(Reject(line: line.number, reason: reason, text: ""))
                continue
            }
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            do throws(ReceiptEvent.Problem) {
                events.append(try ReceiptEvent(json: bytes, schema: schema))
            } catch {
                let text = String(decoding: bytes, as: UTF8.self)
                rejects.append(Reject(line: line.number, reason: error.description, text: text))
            }
        }
        return (events, rejects)
    }
}
