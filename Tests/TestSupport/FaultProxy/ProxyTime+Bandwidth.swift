extension ProxyTime {
    /// Sends bytes, with waits in between if they must not be too fast.
    func send(_ bytes: [UInt8], to socket: ProxySocket, bytesPerSecond: Int?) async throws {
        guard let bytesPerSecond else { return try await socket.send(bytes) }
        // Ten pieces a second: a client with a short time-out sees that something comes.
        let pieceLength = max(1, bytesPerSecond / 10)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieceLength)
            try await sleep(.seconds(1) * piece.count / bytesPerSecond)
            try await socket.send(piece)
            rest = rest.dropFirst(piece.count)
        }
    }
}
