import FirestoreEmulator
import FirestoreModel
import FirestoreProtobuf
import FirestoreRPC
import Logging
import Protobuf
import TestSupport
import Testing

/// Calls over a socket, as bytes. What the service answers to them is tested elsewhere.
@Suite("gRPC")
struct GRPCFrontTests {
    typealias Frame = HTTP2RawFrame

    private static let database = "projects/demo/databases/(default)"
    private static let service = "/google.firestore.v1.Firestore/"
    private static let owner = [("authorization", "Bearer owner")]

    /// Serves an emulator on a free port while a closure runs.
    private static func serving(
        _ emulator: Emulator = Emulator(), _ test: @escaping @Sendable (HTTP2Peer) async throws -> Void
    ) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await emulator.serve(port: 0, logger: logger) { continuation.yield($0) } }
            var iterator = ports.makeAsyncIterator()
            let peer = try await HTTP2Peer(port: try #require(await iterator.next()))
            try await test(peer)
            await peer.close()
            group.cancelAll()
        }
    }

    private static func bytes(_ write: (inout ProtobufWriter) -> Void) -> [UInt8] {
        var writer = ProtobufWriter()
        write(&writer)
        return writer.bytes
    }

    /// The write of a document with one field.
    private static func set(_ id: String, _ value: Value) -> (inout ProtobufWriter) -> Void {
        { write in
            write.message(1) { document in
                document.string(1, "\(database)/documents/c/\(id)")
                document.fields(2, ["a": value])
            }
        }
    }

    private static func commit(_ id: String, _ value: Value) -> [UInt8] {
        bytes { request in
            request.string(1, database)
            request.message(2, set(id, value))
        }
    }

    /// Makes a call with one request.
    private static func call(
        _ method: String, _ message: [UInt8], on stream: Int, _ peer: HTTP2Peer,
        _ fields: [(String, String)] = owner
    ) async -> HTTP2Answer {
        await peer.send(.call(service + method, stream: stream, fields), .message(message, stream: stream))
        return await peer.answer(on: stream)
    }

    @Test func `a document is written and read`() async throws {
        try await Self.serving { peer in
            let commit = await Self.call("Commit", Self.commit("x", 7), on: 1, peer)
            #expect(commit.fields[":status"] == "200" && commit.fields["grpc-status"] == "0")
            #expect(commit.fields["content-type"] == "application/grpc")
            let response = try ProtobufMessage(ProtobufBytes(try #require(commit.messages.first)))
            #expect(response.repeated(1).count == 1)
            let name = "\(Self.database)/documents/c/x"
            let get = await Self.call("GetDocument", Self.bytes { $0.string(1, name) }, on: 3, peer)
            let document = try ProtobufMessage(ProtobufBytes(try #require(get.messages.first)))
            #expect(try document.string(1) == name)
            #expect(try document.message(2)?.message(2)?.int64(2) == 7)
            #expect(get.fields["grpc-status"] == "0")
        }
    }

    @Test func `each element of a series is a message`() async throws {
        try await Self.serving { peer in
            for (index, id) in ["x", "y", "z"].enumerated() {
                _ = await Self.call("Commit", Self.commit(id, .string(id)), on: 2 * index + 1, peer)
            }
            let query = Self.bytes { request in
                request.string(1, "\(Self.database)/documents")
                request.message(2) { $0.message(2) { $0.string(2, "c") } }
            }
            #expect(await Self.call("RunQuery", query, on: 7, peer).messages.count == 3)
        }
    }

    @Test func `an error is a status, and no status of HTTP`() async throws {
        try await Self.serving { peer in
            let name = "\(Self.database)/documents/c/no % é"
            let missing = await Self.call("GetDocument", Self.bytes { $0.string(1, name) }, on: 1, peer)
            #expect(missing.fields[":status"] == "200" && missing.fields["grpc-status"] == "5")
            #expect(
                missing.fields["grpc-message"]
                    == "Document (\(Self.database)/documents/c/no %25 %C3%A9) not found.")
            #expect(missing.messages.isEmpty)
            let refused: [(String, [UInt8], String)] = [
                ("Nothing", [], "12"), ("GetDocument", [0x0A, 0xFF], "3"), ("ExecutePipeline", [], "3"),
                ("GetDocument", [], "3"),
            ]
            for (index, (method, message, code)) in refused.enumerated() {
                let answer = await Self.call(method, message, on: 2 * index + 3, peer)
                #expect(answer.fields["grpc-status"] == code, "\(method)")
            }
            await peer.send(.call("/other.Service/Method", stream: 21), .message([], stream: 21))
            #expect(await peer.answer(on: 21).fields["grpc-status"] == "12")
        }
    }

    @Test func `a call has the permissions of its token`() async throws {
        let emulator = Emulator()
        let rules = SourceFile(
            name: "firestore.rules",
            content:
                "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/c/{x} { allow read; } }"
        )
        #expect(emulator.setRules(rules, project: "demo").isEmpty)
        try await Self.serving(emulator) { peer in
            let denied = await Self.call("Commit", Self.commit("x", 1), on: 1, peer, [])
            #expect(denied.fields["grpc-status"] == "7")
            #expect(denied.fields["x-rules-decision"] != nil)
            #expect(await Self.call("Commit", Self.commit("x", 1), on: 3, peer).fields["grpc-status"] == "0")
            let wrong = await Self.call(
                "Commit", Self.commit("x", 1), on: 5, peer, [("authorization", "Basic x")])
            #expect(wrong.fields["grpc-status"] == "16")
        }
    }

    @Test func `messages of 17 MiB are taken, and larger ones refused`() async throws {
        try await Self.serving { peer in
            // An unknown field does not count for anything but size.
            let filler = Self.bytes { $0.bytes(999, Array(repeating: 0, count: (17 << 20) - 200)) }
            let stream = 1
            await peer.send(.call(Self.service + "Commit", stream: stream, Self.owner))
            await peer.sendMessage(Self.commit("x", 1) + filler, stream: stream)
            #expect(await peer.answer(on: stream).fields["grpc-status"] == "0")
            await peer.send(
                .call(Self.service + "Commit", stream: 3, Self.owner),
                Frame(.data, stream: 3, [0] + Frame.bytes(of: (17 << 20) + 1)))
            let refused = await peer.answer(on: 3)
            #expect(refused.fields["grpc-status"] == "8")
        }
    }

    @Test func `a call past its deadline ends`() async throws {
        try await Self.serving { peer in
            await peer.send(.call(Self.service + "GetDocument", stream: 1, [("grpc-timeout", "1m")]))
            #expect(await peer.answer(on: 1).fields["grpc-status"] == "4")
        }
    }

    @Test func `a listener hears of a commit on the same connection`() async throws {
        try await Self.serving { peer in
            await peer.send(.call(Self.service + "Listen", stream: 1, Self.owner))
            await peer.read { $0.exchange(1).fields[":status"] == "200" }
            let target = Self.bytes { request in
                request.string(1, Self.database)
                request.message(2) { target in
                    target.message(3) { $0.string(2, "\(Self.database)/documents/c/x") }
                    target.integer(5, 4)
                }
            }
            await peer.send(.message(target, stream: 1, ends: false))
            await peer.read { $0.hasBoundary(on: 1, after: 0) }
            let before = await peer.exchange(1).messages.count
            _ = await Self.call("Commit", Self.commit("x", "new"), on: 3, peer)
            await peer.read { $0.hasBoundary(on: 1, after: before) }
            let changes = try await peer.exchange(1).messages[before...].compactMap {
                try ProtobufMessage(ProtobufBytes($0)).message(3)
            }
            #expect(try changes.first?.message(1)?.message(2)?.message(2)?.string(17) == "new")
            #expect(try changes.first?.int32s(5) == [4])
            // Half-close ends the stream.
            await peer.send(Frame(.data, flags: Frame.endStream, stream: 1))
            #expect(await peer.answer(on: 1).fields["grpc-status"] == "0")
        }
    }

    @Test func `a stream of commits`() async throws {
        try await Self.serving { peer in
            await peer.send(
                .call(Self.service + "Write", stream: 1, Self.owner),
                .message(Self.bytes { $0.string(1, Self.database) }, stream: 1, ends: false))
            await peer.read { $0.exchange(1).messages.count == 1 }
            let first = try ProtobufMessage(
                ProtobufBytes(try #require(await peer.exchange(1).messages.first)))
            let token = try #require(first.bytes(2))
            #expect(try first.string(1)?.isEmpty == false && !token.isEmpty)
            let write = Self.bytes { request in
                request.message(3, Self.set("x", true))
                request.bytes(4, token)
            }
            await peer.send(.message(write, stream: 1, ends: false))
            await peer.read { $0.exchange(1).messages.count == 2 }
            let second = try ProtobufMessage(ProtobufBytes(await peer.exchange(1).messages[1]))
            #expect(second.repeated(3).count == 1 && second.messageBytes(4) != nil)
            // Bytes that are no message end the stream.
            await peer.send(.message([0x0A, 0xFF], stream: 1, ends: false))
            #expect(await peer.answer(on: 1).fields["grpc-status"] == "3")
        }
    }
}

extension HTTP2Peer {
    /// Whether a change without targets, which ends a snapshot, has come after some messages.
    fileprivate func hasBoundary(on stream: Int, after count: Int) -> Bool {
        exchange(stream).messages.dropFirst(count).contains { bytes in
            guard let change = try? ProtobufMessage(ProtobufBytes(bytes)).message(2) else { return false }
            return change.messageBytes(6) != nil && (try? change.int32s(2)) == []
        }
    }
}
