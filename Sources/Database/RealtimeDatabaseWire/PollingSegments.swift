import JSONText

/// Assembles messages from the segments of long polling, which can arrive out of order.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/realtime/BrowserPollConnection.ts`.
package struct PollingSegments: Sendable {
    /// One part of a message, in Base64.
    package struct Segment: Sendable, Equatable {
        /// Counts the segments of a session, from 0.
        let number: Int
        /// How many segments the message has.
        let count: Int
        let data: String

        package init(number: Int, count: Int, data: String) {
            self.number = number
            self.count = count
            self.data = data
        }
    }

    /// Why segments cannot be accepted.
    package enum Breach: Error, Sendable, Equatable {
        case tooLong
        case notBase64
        case badNumber
    }

    /// How far ahead of the expected one a segment may be.
    static let farthest = 1000

    private let limit: Int
    private var next = 0
    private var waiting: [Int: Segment] = [:]
    private var waitingBytes = 0
    private var text = ""
    private var segmentsLeft = 0

    /// - Parameter limit: The maximum size of a message, in bytes.
    package init(limit: Int) { self.limit = limit }

    /// Takes a segment.
    ///
    /// - Returns: The messages that it completes.
    package mutating func take(_ segment: Segment) throws(Breach) -> [[UInt8]] {
        guard segment.count > 0 else { throw .badNumber }
        // A segment that is sent again.
        if segment.number < next || waiting[segment.number] != nil { return [] }
        guard segment.number < next + PollingSegments.farthest else { throw .badNumber }
        waitingBytes += segment.data.utf8.count
        guard waitingBytes + text.utf8.count <= limit / 3 * 4 + 4 else { throw .tooLong }
        waiting[segment.number] = segment
        var messages: [[UInt8]] = []
        while let segment = waiting.removeValue(forKey: next) {
            next += 1
            waitingBytes -= segment.data.utf8.count
            if segmentsLeft == 0 { segmentsLeft = segment.count }
            text += segment.data
            segmentsLeft -= 1
            guard segmentsLeft == 0 else { continue }
            messages.append(try PollingSegments.decoded(text))
            text = ""
        }
        return messages
    }

    /// Clients pad with points instead of equals signs, which would be percent-encoded.
    private static func decoded(_ text: String) throws(Breach) -> [UInt8] {
        var digits = text.utf8[...]
        while digits.last == UInt8(ascii: ".") { digits.removeLast() }
        guard let bytes = Base64.decode(String(Substring(digits))) else { throw .notBase64 }
        return bytes
    }
}
