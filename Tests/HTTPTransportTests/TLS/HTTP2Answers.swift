import Foundation
import Synchronization

/// Just enough of an HTTP/2 server to prove that the client speaks it: answers each request with status 200 and no body.
final class HTTP2Answers: Sendable {
    private struct State {
        var received = Data()
        var hasSeenPreface = false
        var requests = 0
        var prefaces = 0
    }

    private let state = Mutex(State())

    /// How many requests came, on how many connections.
    var counts: (requests: Int, connections: Int) { state.withLock { ($0.requests, $0.prefaces) } }

    /// Takes bytes from the client and returns those to send.
    func answer(_ data: Data) -> Data {
        state.withLock { state in
            state.received.append(data)
            var reply = Data()
            if !state.hasSeenPreface {
                // What the program prints about the connection comes first.
                guard let preface = state.received.range(of: Data("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
                else {
                    return reply
                }
                state.received = Data(state.received[preface.upperBound...])
                state.hasSeenPreface = true
                state.prefaces += 1
                reply.append(Self.frame(.settings))
            }
            while let frame = Self.takeFrame(&state.received) {
                switch Kind(rawValue: frame.type) {
                case .settings where frame.flags & 1 == 0:
                    reply.append(Self.frame(.settings, flags: 1))
                case .headers:
                    state.requests += 1
                    // 0x88 is ":status: 200" in HPACK's static table; the flags end the headers and the stream.
                    reply.append(Self.frame(.headers, flags: 0x5, stream: frame.stream, payload: [0x88]))
                default:
                    break
                }
            }
            return reply
        }
    }

    private enum Kind: UInt8 {
        case headers = 1
        case settings = 4
    }

    private static func frame(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = [])
        -> Data
    {
        let number = (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) }
        return Data([0, 0, UInt8(payload.count), kind.rawValue, flags] + number + payload)
    }

    private static func takeFrame(_ data: inout Data) -> (type: UInt8, flags: UInt8, stream: UInt32)? {
        let bytes = [UInt8](data)
        guard bytes.count >= 9 else { return nil }
        let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
        guard bytes.count >= 9 + length else { return nil }
        data = Data(bytes[(9 + length)...])
        return (bytes[3], bytes[4], bytes[5..<9].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF)
    }
}
