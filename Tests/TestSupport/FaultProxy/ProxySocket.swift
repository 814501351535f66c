import NIOCore
import NIOPosix

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One of the two connections that a proxy stands between. Whoever has it is the only one who reads from it.
struct ProxySocket: Sendable {
    private let channel: any Channel
    private let received: AsyncStream<ByteBuffer>

    /// Begins to read from a channel; to be called before it becomes active.
    init(_ channel: any Channel) throws {
        let (received, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        self.channel = channel
        self.received = received
        try channel.pipeline.syncOperations.addHandler(ByteStreamHandler(continuation))
    }

    /// Connects to a server.
    static func connected(to address: SocketAddress) async throws -> ProxySocket {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture { try ProxySocket(channel) }
            }
    }

    /// True until the peer or the proxy has ended the connection.
    var isOpen: Bool { channel.isActive }

    /// Waits for bytes; nil when the connection is over or the task is cancelled.
    func receive() async -> ByteBuffer? {
        // What one iterator leaves, the next one finds.
        await received.first { _ in true }
    }

    /// Sends bytes, and returns when the system has taken them.
    func send(_ bytes: some Sequence<UInt8>) async throws {
        let buffer = ByteBuffer(bytes: bytes)
        try await withTaskCancellationHandler {
            try await channel.writeAndFlush(buffer).get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Closes the connection: the peer reads what was sent, and then the end.
    func close() async {
        try? await channel.close().get()
    }

    /// Breaks the connection off: the peer sees a reset.
    func reset() async {
        if let options = channel as? any SocketOptionProvider {
            try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        await close()
    }
}
