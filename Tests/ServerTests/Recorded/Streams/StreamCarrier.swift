import HTTPTypes
import JSONText
import TestSupport
import Testing

/// A way of a stream's messages.
protocol StreamCarrier {
    /// Opens a stream.
    mutating func open(_ message: JSON, authorization: String?) async throws
    mutating func send(_ message: JSON) async throws
    /// Waits for further messages, and returns them up to one that reaches a mark.
    mutating func messages(until mark: StreamMark) async throws -> [JSON]
    mutating func close() async throws
}

/// The ways of a stream.
enum StreamWay: String, CaseIterable {
    /// A channel whose answers come on one request.
    case channel
    /// A channel with a request for each answer.
    case polledChannel
    case gRPC

    /// - Parameter port: Where the server listens.
    func carrier(_ method: String, _ server: TestServer, port: Int) async throws -> any StreamCarrier {
        switch self {
        case .channel: ChannelCarrier(method, server, isPolling: false)
        case .polledChannel: ChannelCarrier(method, server, isPolling: true)
        case .gRPC: try await GRPCCarrier(method, port: port)
        }
    }
}

/// The protocol WebChannel, as the SDK for the web uses it.
struct ChannelCarrier: StreamCarrier {
    private let method: String
    private let server: TestServer
    private let isPolling: Bool
    private var client: ChannelClient
    private var frames: FrameReader?
    private var received: [JSON] = []

    init(_ method: String, _ server: TestServer, isPolling: Bool) {
        self.method = method
        self.server = server
        self.isPolling = isPolling
        client = ChannelClient(method, on: server)
    }

    mutating func open(_ message: JSON, authorization: String?) async throws {
        if frames != nil { try await close() }
        client = ChannelClient(method, on: server)
        received = []
        _ = try await client.open(
            message.compactText, headers: authorization.map { "Authorization:\($0)\r\n" } ?? "")
        frames = try await client.back(polling: isPolling).frames
    }

    mutating func send(_ message: JSON) async throws { _ = try await client.send(message.compactText) }

    mutating func messages(until mark: StreamMark) async throws -> [JSON] {
        while true {
            if let end = received.firstIndex(where: { mark.isReached(by: $0) }) {
                defer { received.removeFirst(end + 1) }
                return Array(received[...end])
            }
            if let arrays = try await frames?.next() {
                client.lastArray = arrays.last?.id ?? client.lastArray
                received += arrays.map(\.message).filter { $0.string == nil }.map(Self.plain)
            } else {
                let (head, next) = try await client.back(polling: isPolling)
                try #require(head.status == .ok, "the channel has ended: \(received)")
                frames = next
            }
        }
    }

    mutating func close() async throws {
        _ = try await client.terminate()
        frames = nil
    }

    /// An error without what depends on the server: a number, and the status before the message.
    private static func plain(_ message: JSON) -> JSON {
        guard let error = message["error"], let status = error["status"]?.string else { return message }
        let text = error["message"]?.string ?? ""
        return .error(status, text.hasPrefix("\(status): ") ? String(text.dropFirst(status.count + 2)) : text)
    }
}

extension JSON {
    /// An error of a stream.
    static func error(_ status: String, _ message: String) -> JSON {
        .object([
            JSON.Member(
                "error",
                .object([JSON.Member("message", .string(message)), JSON.Member("status", .string(status))]))
        ])
    }
}
