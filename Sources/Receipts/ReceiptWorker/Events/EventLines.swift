public import ReadReceipts

/// Reads events from lines of JSON that come in pieces.
public struct EventLines: Sendable {
    /// A line that is no event.
    public struct Reject: Sendable, Equatable {
        /// Its number, from 1.
        public let line: Int
        /// What is wrong with it.
        public let reason: String
        /// The line itself; cut off where it was too long to be kept.
        public let text: String
    }

    private let schema: ReceiptSchema
    private var splitter: LineSplitter

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - schema: Tells which ids are good ones.
    ///   - number: How many lines came before.
    public init(schema: ReceiptSchema, after number: Int = 0) {
        self.schema = schema
        splitter = LineSplitter(maximumBytes: ReceiptEvent.maximumBytes, after: number)
    }

    /// How many lines were whole so far.
    var lineCount: Int { splitter.number }

    /// How many bytes have come of a line that is not whole yet.
    var unfinishedBytes: Int { splitter.unfinishedBytes }

    /// Takes the next piece; blank lines do not count.
    ///
    /// - Returns: The events and the other lines that are whole now.
    public mutating func take(_ bytes: [UInt8]) -> (events: [ReceiptEvent], rejects: [Reject]) {
        read(splitter.take(bytes))
    }

    /// Takes the end.
    ///
    /// - Returns: What the last line is, when it has no line break behind it.
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
