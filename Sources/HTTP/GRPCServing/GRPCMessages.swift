import CoreValues

/// Cuts the body of a request into messages. Each has a byte that says whether it is compressed, its length in four bytes, and its own.
///
/// Source: <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#requests>.
struct GRPCMessages {
    private static let prefixLength = 5

    /// The maximum length of a message.
    private let limit: Int
    private var buffer: [UInt8] = []
    private var position = 0

    init(limit: Int) { self.limit = limit }

    /// Whether a message has begun that is incomplete.
    var isAmidMessage: Bool { position < buffer.count }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        if position > 0 {
            buffer.removeFirst(position)
            position = 0
        }
        buffer += bytes
    }

    /// The next complete message, or nil.
    mutating func next() throws(GRPCStatus) -> [UInt8]? {
        guard buffer.count - position >= GRPCMessages.prefixLength else { return nil }
        let start = position + GRPCMessages.prefixLength
        switch buffer[position] {
        case 0: break
        case 1: throw GRPCStatus(.unimplemented, "Compressed messages are not supported.")
        case _: throw GRPCStatus(.internal, "The message has an invalid compression flag.")
        }
        let length = buffer[position + 1..<start].reduce(0) { $0 << 8 | Int($1) }
        if length > limit {
            throw GRPCStatus(.resourceExhausted, "gRPC message exceeds maximum size \(limit): \(length)")
        }
        guard buffer.count - start >= length else {
            // As it may be announced and never come, only a part of a large one is reserved.
            buffer.reserveCapacity(min(start + length, 1024 * 1024))
            return nil
        }
        position = start + length
        return Array(buffer[start..<position])
    }

    /// Appends a message to the body of a response.
    static func append(_ message: [UInt8], to body: inout [UInt8]) {
        let length = UInt32(truncatingIfNeeded: message.count)
        body.append(0)
        for shift: UInt32 in [24, 16, 8, 0] { body.append(UInt8(truncatingIfNeeded: length >> shift)) }
        body += message
    }
}
