/// One HTTP/1.1 message as it was on the wire.
struct HTTPMessage: Sendable, Equatable {
    /// The head, including the empty line, and the body with whatever frames it.
    var bytes: [UInt8]
    /// Request line or status line, and fields.
    var head: HTTPMessageHead

    /// What is sent of an answer that is cut.
    func prefix(upTo cut: Fault.Cut) -> ArraySlice<UInt8> {
        let bodyLength = bytes.count - head.length
        return cut == .head || bodyLength == 0
            ? bytes.prefix(head.length / 2) : bytes.prefix(head.length + bodyLength / 2)
    }
}
