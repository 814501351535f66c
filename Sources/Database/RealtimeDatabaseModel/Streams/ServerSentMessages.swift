/// Assembles the messages of a stream of server-sent events from its pieces. A value.
///
/// Lines end with CR, LF or both. Messages without data, and comments after a colon at the beginning of a line, are ignored.
package struct ServerSentMessages: Sendable {
    /// A message is too large.
    package struct TooLong: Error, Sendable {}

    private let limit: Int
    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var isFirstLine = true
    private var event = ""
    private var data: [UInt8] = []
    private var hasData = false

    /// - Parameter limit: The maximum size of a message, in bytes.
    package init(limit: Int = 256 * 1024 * 1024) { self.limit = limit }

    /// Consumes the next piece.
    ///
    /// - Returns: The messages that it completes.
    /// - Throws: ``TooLong`` if a message is larger than allowed.
    package mutating func take(_ piece: [UInt8]) throws(TooLong) -> [ServerSentMessage] {
        var messages: [ServerSentMessage] = []
        var rest = piece[...]
        if endedWithReturn, rest.first == 0x0A { rest.removeFirst() }
        if !piece.isEmpty { endedWithReturn = false }
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            line += rest[..<end]
            try check()
            if let message = endLine() { messages.append(message) }
            let isReturn = rest[end] == 0x0D
            rest = rest[(end + 1)...]
            if isReturn {
                if rest.isEmpty { endedWithReturn = true } else if rest.first == 0x0A { rest.removeFirst() }
            }
        }
        line += rest
        try check()
        return messages
    }

    private func check() throws(TooLong) {
        if line.count + data.count > limit { throw TooLong() }
    }

    private mutating func endLine() -> ServerSentMessage? {
        defer { line.removeAll(keepingCapacity: line.count < 65536) }
        // A stream may begin with a byte order mark.
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirstLine = false
        if line.isEmpty { return endMessage() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": event = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(0x0A) }
            data += value
            hasData = true
        case _: break
        }
        return nil
    }

    private mutating func endMessage() -> ServerSentMessage? {
        defer { (event, data, hasData) = ("", [], false) }
        guard hasData else { return nil }
        return ServerSentMessage(
            event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self))
    }
}
