import Foundation

/// A connection to a server in this process, for bytes that no HTTP client would send.
///
/// Waits on threads of its own: those of the tests must stay free for the server.
package struct RawConnection: Sendable {
    private let socket: LoopbackSocket

    /// Connects to a port of 127.0.0.1.
    package init(port: Int) throws(SocketError) {
        socket = try LoopbackSocket.connected(to: UInt16(port))
    }

    /// Sends a text; false when the server has closed the connection.
    @discardableResult package func send(_ text: String) async -> Bool {
        await send(Array(text.utf8))
    }

    /// Sends bytes; false when the server has closed the connection.
    @discardableResult package func send(_ bytes: [UInt8]) async -> Bool {
        await waiting {
            var rest = bytes[...]
            while !rest.isEmpty {
                guard let count = socket.send(rest) else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Waits for what the server says, up to a piece of it or to its end.
    package func receive(until piece: String) async -> String {
        await waiting {
            var all: [UInt8] = []
            var end = ""
            while !end.contains(piece), let bytes = socket.receive() {
                all += bytes
                // The piece may have come in two.
                end = String(decoding: all.suffix(bytes.count + piece.utf8.count), as: UTF8.self)
            }
            return String(decoding: all, as: UTF8.self)
        }
    }

    /// Waits for the next bytes; nil at the end.
    package func receive() async -> [UInt8]? {
        await waiting { socket.receive() }
    }

    /// Waits for all that the server says, and for the end; says whether that was a reset.
    package func receiveAll() async -> (text: String, wasReset: Bool) {
        await waiting {
            var all: [UInt8] = []
            while true {
                switch socket.reception() {
                case .bytes(let bytes): all += bytes
                case .end: return (String(decoding: all, as: UTF8.self), false)
                case .broken: return (String(decoding: all, as: UTF8.self), true)
                }
            }
        }
    }

    /// Closes the connection.
    package func close() {
        socket.close()
    }

    private func waiting<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Not on a shared queue: waits would keep it from those who work, such as resolvers of names.
                Thread.detachNewThread { continuation.resume(returning: work()) }
            }
        } onCancel: {
            // A test that runs out of time does not wait for ever.
            socket.shutDown()
        }
    }
}
