import CoreValues
import Foundation
import JSONText
import TestSupport

/// A stream over gRPC, as SDKs for phones and servers use it.
struct GRPCCarrier: StreamCarrier {
    private let method: String
    private let port: Int
    private var peer: HTTP2Peer
    private var seen = 0

    init(_ method: String, port: Int) async throws {
        self.method = method
        self.port = port
        peer = try await HTTP2Peer(port: port)
    }

    mutating func open(_ message: JSON, authorization: String?) async throws {
        await peer.close()
        peer = try await HTTP2Peer(port: port)
        seen = 0
        // As SDKs do; Google's emulator ends streams without it.
        var fields = [("google-cloud-resource-prefix", message["database"]?.string ?? "")]
        if let authorization { fields.append(("authorization", authorization)) }
        await peer.send(.call("/google.firestore.v1.Firestore/\(method)", stream: 1, fields))
        try await send(message)
    }

    mutating func send(_ message: JSON) async throws {
        await peer.send(
            .message(try ProtobufForm.encode(message, as: "\(method)Request"), stream: 1, ends: false))
    }

    mutating func messages(until mark: StreamMark) async throws -> [JSON] {
        let (form, seen) = ("\(method)Response", seen)
        func isEnd(_ message: [UInt8]) -> Bool {
            (try? ProtobufForm.decode(message, as: form)).map { mark.isReached(by: $0) } ?? true
        }
        await peer.read { peer in
            let answer = peer.exchange(1)
            return answer.hasEnded
                || answer.messages.dropFirst(seen).contains { message in
                    (try? ProtobufForm.decode(message, as: form)).map { mark.isReached(by: $0) } ?? true
                }
        }
        let answer = await peer.exchange(1)
        let new = answer.messages.dropFirst(seen)
        let end = new.firstIndex(where: isEnd)
        let taken = new[...(end ?? new.endIndex - 1)]
        self.seen += taken.count
        let messages = try taken.map { try ProtobufForm.decode($0, as: form) }
        if end != nil { return messages }
        let code = answer.fields["grpc-status"].flatMap { Int($0) }.flatMap { StatusCode(rawValue: $0) }
        let text = answer.fields["grpc-message"]?.removingPercentEncoding ?? ""
        return messages + [.error(code?.name ?? "no status", text)]
    }

    mutating func close() async throws { await peer.close() }
}
