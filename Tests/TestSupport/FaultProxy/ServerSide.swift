import NIOCore

/// The connection to the server that belongs to one of a client: made when it is needed, and kept.
struct ServerSide {
    /// The server could not be reached, or has not answered in full.
    struct Failure: Error {}

    private let address: SocketAddress
    private let log: FaultProxyLog
    private let time: ProxyTime
    private var socket: ProxySocket?
    private var reader = HTTPMessageReader(.answers)

    init(_ address: SocketAddress, log: FaultProxyLog, time: ProxyTime) {
        self.address = address
        self.log = log
        self.time = time
    }

    /// True while the server keeps the connection.
    var isOpen: Bool { socket?.isOpen ?? false }

    /// Forwards a request, and waits for the whole answer.
    mutating func exchange(_ request: HTTPMessage, bytesPerSecond: Int?) async throws -> HTTPMessage {
        let socket = try await connected()
        try await attempt { try await time.send(request.bytes, to: socket, bytesPerSecond: bytesPerSecond) }
        log.change { $0.requestsForwarded += 1 }
        let answer = try await readAnswer(to: request.head.firstWord, socket)
        log.change { $0.answersReceived += 1 }
        return answer
    }

    /// Forwards the beginning of a request.
    mutating func sendPart(_ bytes: ArraySlice<UInt8>) async throws {
        let socket = try await connected()
        try await attempt { try await socket.send(bytes) }
    }

    func close() async { await socket?.close() }

    func reset() async { await socket?.reset() }

    /// The kept connection, or a new one in place of one that the server has closed: nothing has been sent of what comes
    /// now, so this carries out nothing twice.
    private mutating func connected() async throws -> ProxySocket {
        if let socket, socket.isOpen { return socket }
        let address = address
        await socket?.close()
        let new = try await attempt { try await ProxySocket.connected(to: address) }
        socket = new
        reader = HTTPMessageReader(.answers)
        return new
    }

    private mutating func readAnswer(to method: String, _ socket: ProxySocket) async throws -> HTTPMessage {
        var isAtEnd = false
        while true {
            if let answer = try await attempt({ try reader.next(method: method, isAtEnd: isAtEnd) }) {
                if !answer.head.isInterim { return answer }
            } else if let bytes = await socket.receive() {
                reader.append(bytes.readableBytesView)
            } else {
                // The last chance of an answer that ends with the connection; any other is broken now.
                isAtEnd = true
            }
        }
    }

    /// Tells failures of the server from those of the client.
    private func attempt<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch {
            // When the proxy stops, it is nobody's failure.
            if Task.isCancelled { throw CancellationError() }
            throw Failure()
        }
    }
}
