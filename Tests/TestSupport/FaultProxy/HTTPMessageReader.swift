/// Finds where the messages of one direction of a connection begin and end, and changes nothing about them.
///
/// NIO's decoders would do, if the bytes themselves were not what a fault cuts: so this one keeps them.
struct HTTPMessageReader {
    /// Whose messages these are, which decides what a head without a length means.
    enum Side {
        case requests
        case answers
    }

    /// Bytes that are no message, or that end in the midst of one.
    struct Broken: Error {}

    private enum End {
        case at(Int)
        case chunked(ChunkedBody)
        case withConnection
    }

    /// What has arrived and was not taken.
    private(set) var bytes: [UInt8] = []
    /// The head of the message that is under way, once it is there.
    private(set) var head: HTTPMessageHead?
    private let side: Side
    private var end = End.withConnection

    init(_ side: Side) { self.side = side }

    /// Takes what has arrived.
    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Gives the next message when it is whole.
    ///
    /// - Parameters:
    ///   - method: The method that an answer answers: one to `HEAD` has no body.
    ///   - isAtEnd: True when nothing more will come.
    mutating func next(method: String = "", isAtEnd: Bool = false) throws -> HTTPMessage? {
        try readHead(method)
        guard let head else {
            if isAtEnd || bytes.count > Self.longestHead { throw Broken() }
            return nil
        }
        guard let length = try length(isAtEnd: isAtEnd), length <= bytes.count else {
            if isAtEnd { throw Broken() }
            return nil
        }
        let message = HTTPMessage(bytes: Array(bytes[..<length]), head: head)
        bytes.removeFirst(length)
        self.head = nil
        return message
    }

    private mutating func readHead(_ method: String) throws {
        guard head == nil, let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
            return
        }
        let head = HTTPMessageHead(bytes[..<headEnd])
        if side == .answers, head.status == nil { throw Broken() }
        self.head = head
        end = self.end(of: head, method)
    }

    private func end(of head: HTTPMessageHead, _ method: String) -> End {
        if side == .answers, head.isInterim || method == "HEAD" || [204, 304].contains(head.status) {
            return .at(head.length)
        }
        if head.isChunked { return .chunked(ChunkedBody(start: head.length)) }
        if let length = head.contentLength { return .at(head.length + length) }
        return side == .requests ? .at(head.length) : .withConnection
    }

    /// The length of the message under way, once that is certain.
    private mutating func length(isAtEnd: Bool) throws -> Int? {
        switch end {
        case .at(let length): return length
        case .withConnection: return isAtEnd ? bytes.count : nil
        case .chunked(var body):
            let length = try body.end(in: bytes)
            end = .chunked(body)
            return length
        }
    }

    private static let longestHead = 1 << 20
}
