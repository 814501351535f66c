import NIOCore

/// Serves one connection of a client: request by request, each with its fault, until one side ends it.
struct ProxiedConnection {
    /// The client has ended the connection amid a request.
    private struct ClientLeft: Error {}

    private let client: ProxySocket
    private var server: ServerSide
    private var reader = HTTPMessageReader(.requests)
    private let log: FaultProxyLog
    private let time: ProxyTime

    init(_ client: ProxySocket, server: SocketAddress, log: FaultProxyLog, time: ProxyTime) {
        self.client = client
        self.server = ServerSide(server, log: log, time: time)
        self.log = log
        self.time = time
    }

    mutating func run() async {
        do {
            var goesOn = true
            var fault = log.nextFault(at: time.elapsed())
            while goesOn {
                goesOn = try await serve(fault)
                guard goesOn, try await hasNextRequest() else { break }
                fault = log.nextFault(at: time.elapsed())
            }
            await client.close()
        } catch is ServerSide.Failure {
            log.change { $0.serverFailures += 1 }
            await client.reset()
        } catch {
            await client.close()
        }
        await server.close()
    }

    /// Waits until the client goes on, or has ended the connection.
    private mutating func hasNextRequest() async throws -> Bool {
        if !reader.bytes.isEmpty { return true }
        guard let bytes = await client.receive() else { return false }
        reader.append(bytes.readableBytesView)
        return true
    }

    /// Serves the next request; says whether the connection goes on.
    private mutating func serve(_ fault: Fault) async throws -> Bool {
        switch fault {
        case .refuse:
            log.didInject(fault)
            await client.reset()
            return false
        case .resetRequest(let count):
            let request = try await readRequest(upTo: max(1, count))
            try await server.sendPart(request)
            log.didInject(fault)
            await server.reset()
            await client.reset()
            return false
        default:
            return try await serve(try await readRequest(), fault)
        }
    }

    private mutating func serve(_ request: HTTPMessage, _ fault: Fault) async throws -> Bool {
        switch fault {
        case .overloaded(let seconds):
            return try await answer(CannedAnswer.overloaded(retryAfterSeconds: seconds), to: request, fault)
        case .unavailable:
            return try await answer(CannedAnswer.unavailable, to: request, fault)
        case .delayRequest(let duration): try await time.sleep(duration)
        default: break
        }
        let answer = try await server.exchange(request, bytesPerSecond: fault.bytesPerSecond)
        if case .delayAnswer(let duration) = fault { try await time.sleep(duration) }
        log.didInject(fault)
        switch fault {
        case .loseAnswer:
            await client.reset()
            return false
        case .garbage:
            try await client.send(CannedAnswer.garbage)
            return false
        case .cutAnswer(let cut, let ending):
            try await client.send(answer.prefix(upTo: cut))
            if ending == .reset { await client.reset() }
            return false
        default:
            try await time.send(answer.bytes, to: client, bytesPerSecond: fault.bytesPerSecond)
            return server.isOpen && !request.head.closesConnection && !answer.head.closesConnection
        }
    }

    /// Sends an answer in place of the server's; says whether the connection goes on.
    private func answer(_ bytes: [UInt8], to request: HTTPMessage, _ fault: Fault) async throws -> Bool {
        log.didInject(fault)
        try await client.send(bytes)
        return !request.head.closesConnection
    }

    /// Waits for a whole request.
    private mutating func readRequest() async throws -> HTTPMessage {
        var wasAsked = false
        while true {
            if let request = try reader.next() { return request }
            if let head = reader.head, head.expectsContinue, !wasAsked {
                wasAsked = true
                try await client.send(CannedAnswer.goOn)
            }
            try await receive()
        }
    }

    /// Waits for so many bytes of a request, or for all of it but its last byte.
    private mutating func readRequest(upTo count: Int) async throws -> ArraySlice<UInt8> {
        while true {
            let bytes = reader.bytes
            if let request = try reader.next() { return request.bytes.dropLast().prefix(count) }
            if bytes.count >= count { return bytes.prefix(count) }
            try await receive()
        }
    }

    private mutating func receive() async throws {
        guard let bytes = await client.receive() else { throw ClientLeft() }
        reader.append(bytes.readableBytesView)
    }
}

extension Fault {
    /// How fast bytes are sent; nil for as fast as they can be.
    fileprivate var bytesPerSecond: Int? {
        if case .throttle(let bytesPerSecond) = self { max(1, bytesPerSecond) } else { nil }
    }
}
