/// Assembles messages from the frames of a WebSocket: a message that is too long for one frame follows in parts, after a frame with
/// their number.
///
/// A frame with `0` only shows that the other side is alive.
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/realtime/WebSocketConnection.ts`.
package struct MessageParts: Sendable {
    /// Why a frame cannot be accepted.
    package enum Breach: Error, Sendable, Equatable {
        /// The message is longer than allowed.
        case tooLong
        /// The number of parts is negative, or has a point.
        case badCount
    }

    /// The maximum length of a number of parts, in digits.
    static let longestCount = 6
    /// The maximum size of a part that is sent, in bytes.
    package static let partSize = 16_384

    private let limit: Int
    private var message: [UInt8] = []
    private var partsLeft = 0

    /// - Parameter limit: The maximum size of a message, in bytes.
    package init(limit: Int) { self.limit = limit }

    /// Takes the text of the next frame.
    ///
    /// - Returns: The message that it completes, if any.
    package mutating func take(_ frame: [UInt8]) throws(Breach) -> [UInt8]? {
        if partsLeft == 0 {
            if let count = try MessageParts.count(in: frame) {
                partsLeft = count
                return nil
            }
            partsLeft = 1
        }
        guard frame.count <= limit - message.count else { throw .tooLong }
        message += frame
        partsLeft -= 1
        guard partsLeft == 0 else { return nil }
        defer { message = [] }
        return message
    }

    /// The number of parts that a frame announces; nil if it is a message itself, which is never as short as a number.
    private static func count(in frame: [UInt8]) throws(Breach) -> Int? {
        guard frame.count <= longestCount, let first = frame.first, first != UInt8(ascii: "{") else {
            return nil
        }
        guard frame.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int(String(decoding: frame, as: UTF8.self))
        else { throw .badCount }
        return count
    }

    /// The frames of a message. None of them ends within a character.
    package static func frames(of message: [UInt8]) -> [[UInt8]] {
        if message.count <= partSize { return [message] }
        var parts: [[UInt8]] = []
        var start = 0
        while start < message.count {
            var end = min(start + partSize, message.count)
            while end < message.count, message[end] & 0xC0 == 0x80 { end -= 1 }
            parts.append(Array(message[start..<end]))
            start = end
        }
        return [Array(String(parts.count).utf8)] + parts
    }
}
