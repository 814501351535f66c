import NIOCore
import NIOHPACK

/// A client of HTTP/2 that sends whatever frames a test wants, and reads what comes back.
package actor HTTP2Peer {
    private let connection: RawConnection
    private var received: [UInt8] = []
    private var fields = HPACKDecoder(allocator: ByteBufferAllocator())
    private var exchanges: [Int: HTTP2Answer] = [:]
    /// How much the server lets the client send on the connection, and how much more on each stream.
    private var window = 65_535
    private var streamWindow = 65_535
    private var extraWindows: [Int: Int] = [:]
    private var sentBytes: [Int: Int] = [:]
    /// The last error that the server has sent for the whole connection.
    package private(set) var goAway: UInt32?
    /// Whether its settings have come, and been acknowledged.
    package private(set) var hasSettings = false
    /// How many pings it has answered.
    package private(set) var pongs = 0
    /// Whether the connection has ended.
    package private(set) var isClosed = false

    /// Connects to a port of 127.0.0.1, and begins as clients with prior knowledge do.
    package init(port: Int, settings: [UInt8] = []) async throws {
        connection = try RawConnection(port: port)
        await connection.send(HTTP2RawFrame.preface + HTTP2RawFrame(.settings, settings).bytes)
    }

    @discardableResult
    package func send(_ frames: HTTP2RawFrame...) async -> Bool { await send(frames.flatMap(\.bytes)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) async -> Bool { await connection.send(bytes) }

    package func close() { connection.close() }

    /// What has come so far on a stream.
    package func exchange(_ stream: Int) -> HTTP2Answer { exchanges[stream] ?? HTTP2Answer() }

    /// Waits for the end of a stream, or of the connection.
    package func answer(on stream: Int) async -> HTTP2Answer {
        await read { $0.exchange(stream).hasEnded }
        return exchange(stream)
    }

    /// Reads frames until a condition holds, or the connection ends.
    package func read(until isDone: @Sendable (isolated HTTP2Peer) -> Bool) async {
        while !isDone(self), !isClosed {
            guard let bytes = await connection.receive() else {
                isClosed = true
                return
            }
            received += bytes
            var position = 0
            while let (frame, length) = HTTP2RawFrame.first(in: received[position...]) {
                position += length
                await handle(frame)
            }
            received.removeFirst(position)
        }
    }

    private func handle(_ frame: HTTP2RawFrame) async {
        switch frame.kind {
        case .settings? where frame.flags & HTTP2RawFrame.acknowledgement == 0:
            takeWindow(fromSettings: frame.payload)
            await send(HTTP2RawFrame(.settings, flags: HTTP2RawFrame.acknowledgement))
            hasSettings = true
        case .ping? where frame.flags & HTTP2RawFrame.acknowledgement != 0: pongs += 1
        case .goAway?: goAway = frame.payload.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        case .headers?:
            var block = ByteBuffer(bytes: frame.payload)
            for (name, value, _) in (try? fields.decodeHeaders(from: &block)) ?? HPACKHeaders() {
                exchanges[frame.stream, default: HTTP2Answer()].fields[name] = value
            }
        // Clients pass over what comes behind the end of a stream.
        case .data? where exchanges[frame.stream]?.isComplete == true: break
        case .data?:
            exchanges[frame.stream, default: HTTP2Answer()].body += frame.payload
        case .reset?:
            exchanges[frame.stream, default: HTTP2Answer()].reset = UInt32(frame.payload.last ?? 0)
        case .windowUpdate?:
            let more = frame.payload.reduce(0) { $0 << 8 | Int($1) }
            if frame.stream == 0 { window += more } else { extraWindows[frame.stream, default: 0] += more }
        case .settings?, .ping?, .priority?, .pushPromise?, .continuation?, nil: break
        }
        if frame.kind == .headers || frame.kind == .data, frame.endsStream {
            exchanges[frame.stream, default: HTTP2Answer()].isComplete = true
        }
    }
}

extension HTTP2Peer {
    /// Sends a message of a call of gRPC in frames, as fast as the server takes them.
    package func sendMessage(_ message: [UInt8], stream: Int) async {
        let all = HTTP2RawFrame.message(message, stream: stream).payload
        for start in Swift.stride(from: 0, to: all.count, by: 16_384) {
            let piece = Array(all[start..<min(start + 16_384, all.count)])
            await read { $0.mayStillSend(piece.count, stream: stream) }
            window -= piece.count
            sentBytes[stream, default: 0] += piece.count
            let isLast = start + piece.count == all.count
            await send(
                HTTP2RawFrame(.data, flags: isLast ? HTTP2RawFrame.endStream : 0, stream: stream, piece))
        }
    }

    private func mayStillSend(_ count: Int, stream: Int) -> Bool {
        window >= count && streamWindow + extraWindow(of: stream) - (sentBytes[stream] ?? 0) >= count
    }

    /// How many bytes the server has let the client send on a stream, beyond those that its settings allow.
    package func extraWindow(of stream: Int) -> Int { extraWindows[stream] ?? 0 }

    private func takeWindow(fromSettings payload: [UInt8]) {
        for start in stride(from: 0, to: payload.count - 5, by: 6) where payload[start + 1] == 4 {
            streamWindow = payload[start + 2..<start + 6].reduce(0) { $0 << 8 | Int($1) }
        }
    }
}

/// What a server has answered on a stream.
package struct HTTP2Answer: Sendable {
    /// The fields of the head and the trailers.
    package var fields: [String: String] = [:]
    package var body: [UInt8] = []
    /// Whether the response is complete.
    package var isComplete = false
    /// The error with which the server has reset the stream.
    package var reset: UInt32?

    package var hasEnded: Bool { isComplete || reset != nil }
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The messages of a response of gRPC.
    package var messages: [[UInt8]] {
        var messages: [[UInt8]] = []
        var rest = body[...]
        while rest.count >= 5 {
            let length = rest.prefix(5).dropFirst().reduce(0) { $0 << 8 | Int($1) }
            messages.append(Array(rest.dropFirst(5).prefix(length)))
            rest = rest.dropFirst(5 + length)
        }
        return messages
    }
}
