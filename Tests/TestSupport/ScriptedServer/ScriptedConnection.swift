import Foundation

/// Plays one script on one connection.
struct ScriptedConnection {
    private let socket: LoopbackSocket
    private let number: Int
    private let log: ServerLog
    private var received: [UInt8] = []

    init(_ socket: LoopbackSocket, number: Int, log: ServerLog) {
        self.socket = socket
        self.number = number
        self.log = log
    }

    func run(_ steps: [ScriptedServer.Step]) {
        var connection = self
        _ = connection.play(steps)
    }

    /// Plays steps until one ends the script; says whether all were played.
    private mutating func play(_ steps: [ScriptedServer.Step]) -> Bool {
        for step in steps {
            let goesOn =
                switch step {
                case .readRequest: readRequest()
                case .send(let bytes): send(bytes)
                case .sendRepeatedly(let bytes, let times): (0..<times).allSatisfy { _ in send(bytes) }
                case .stall: stall()
                case .wait(let gate): wait(for: gate)
                case .reset: reset()
                case .forever(let steps): repeatForever(steps)
                }
            if !goesOn { return false }
        }
        return true
    }

    private mutating func repeatForever(_ steps: [ScriptedServer.Step]) -> Bool {
        while play(steps) {}
        return false
    }

    private mutating func readRequest() -> Bool {
        let separator = Array("\r\n\r\n".utf8)
        var headEnd = received.firstRange(of: separator)
        while headEnd == nil {
            guard receive() else { return false }
            headEnd = received.firstRange(of: separator)
        }
        guard let headEnd else { return false }
        let head = String(decoding: received[..<headEnd.lowerBound], as: UTF8.self)
        var request = ScriptedServer.Request(connection: number, head: head, body: [])
        let end = headEnd.upperBound + (request["Content-Length"].first.flatMap { Int($0) } ?? 0)
        while received.count < end {
            guard receive() else { return false }
        }
        request.body = Array(received[headEnd.upperBound..<end])
        received.removeFirst(end)
        log.change { $0.requests.append(request) }
        return true
    }

    private mutating func receive() -> Bool {
        if let bytes = socket.receive() {
            received.append(contentsOf: bytes)
            return true
        }
        log.change { $0.connectionsClosedByPeer += 1 }
        return false
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = socket.send(rest) else {
                log.change { $0.connectionsClosedByPeer += 1 }
                return false
            }
            rest = rest.dropFirst(count)
            log.change { $0.bytesSent += count }
        }
        return true
    }

    private mutating func stall() -> Bool {
        while receive() {}
        return false
    }

    private func wait(for gate: ScriptedServer.Gate) -> Bool {
        gate.wait()
        return true
    }

    private func reset() -> Bool {
        socket.resetOnClose()
        return false
    }
}
