/// The messages to a client that it has not acknowledged, each an array with a number: 1, 2, 3 and so on without a gap.
struct ArrayQueue: Sendable {
    /// The JSON of the messages.
    private var messages: [ArraySlice<UInt8>] = []
    /// The number of the last array that was acknowledged.
    private(set) var acknowledged = 0
    /// The size of the messages.
    private(set) var byteCount = 0

    /// The number of messages.
    var count: Int { messages.count }

    /// The number of the last array; 0 if there was none.
    var lastID: Int { acknowledged + messages.count }

    mutating func append(_ message: ArraySlice<UInt8>) {
        messages.append(message)
        byteCount += message.count
    }

    /// Forgets the arrays up to a number. Acknowledgements may overtake each other.
    mutating func acknowledge(_ id: Int) {
        let count = min(id, lastID) - acknowledged
        guard count > 0 else { return }
        for message in messages[..<count] { byteCount -= message.count }
        // An emptied array would keep its memory as long as the channel is open.
        if count == messages.count { messages = [] } else { messages.removeFirst(count) }
        acknowledged += count
    }

    /// A frame with the arrays after a number.
    ///
    /// - Returns: The frame, and the number of the last array in it, which is not always the last one of all; nil if there are none.
    func frame(after id: Int) -> (bytes: [UInt8], lastID: Int)? {
        let first = max(id, acknowledged)
        guard first < lastID else { return nil }
        var text = [UInt8(ascii: "[")]
        var last = first
        for message in messages[(first - acknowledged)...] {
            if last > first { text.append(UInt8(ascii: ",")) }
            last += 1
            text += "[\(last),[".utf8
            text += message
            text += "]]".utf8
            if text.count > ArrayQueue.frameSize { break }
        }
        text.append(UInt8(ascii: "]"))
        return (ChannelFrame.encode(text), last)
    }

    /// The size, in bytes, at which a frame ends.
    private static let frameSize = 256 << 10
}
