import ClientCore
import CoreValues
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import PubSubClient

/// What the client sends, and what it makes of answers. The answers are those of Google's emulator.
@Suite("Calls of Pub/Sub")
struct PubSubTests {
    private func client(
        _ transport: ScriptedTransport, _ credentials: Credentials = .none,
        retryPolicy: RetryPolicy = .default
    ) throws -> PubSub {
        try PubSub(
            PubSubSettings(
                endpoint: .emulator(host: "127.0.0.1", port: 8085), credentials: credentials,
                retryPolicy: retryPolicy),
            transport: transport, clock: InstantClock())
    }

    private static func topic() throws -> TopicName { try TopicName("receipts", project: "p1") }
    private static func subscription() throws -> SubscriptionName {
        try SubscriptionName("worker", project: "p1")
    }

    @Test func `messages are published with attributes and ordering key`() async throws {
        let transport = ScriptedTransport([.json(#"{"messageIds":["1","2"]}"#)])
        let ids = try await client(transport, .bearerToken("secret")).publish(
            [
                PubSubMessage(Array("hi".utf8), attributes: ["b": "2", "a": "1"], orderingKey: "k"),
                PubSubMessage([0xFF]),
            ],
            to: try Self.topic())
        #expect(ids == ["1", "2"])
        let request = try #require(transport.requests.first)
        #expect(request.line == "POST /v1/projects/p1/topics/receipts:publish")
        #expect(request.head.headerFields[.authorization] == "Bearer secret")
        #expect(
            request.text
                == #"{"messages":[{"data":"aGk=","attributes":{"a":"1","b":"2"},"orderingKey":"k"},{"data":"/w=="}]}"#
        )
    }

    @Test func `many messages are published in several requests, in their order`() async throws {
        func answer(_ count: Int) -> ScriptedTransport.Step {
            .json(#"{"messageIds":[\#((0..<count).map { "\"\($0)\"" }.joined(separator: ","))]}"#)
        }
        let transport = ScriptedTransport([answer(1000), answer(1), answer(1), answer(1)])
        let large = [UInt8](repeating: 0x61, count: 6_000_000)
        let pubSub = try client(transport)
        let ids = try await pubSub.publish(
            (0..<1001).map { PubSubMessage(Array("\($0)".utf8)) }, to: try Self.topic())
        #expect(ids.count == 1001)
        try await pubSub.publish([PubSubMessage(large), PubSubMessage(large)], to: try Self.topic())
        #expect(transport.remaining == 0)
        #expect(transport.requests.allSatisfy { $0.body.count <= PubSub.maximumRequestBytes })
    }

    @Test func `a message that no server accepts is not sent`() async throws {
        let transport = ScriptedTransport([])
        let message = PubSubMessage([UInt8](repeating: 0, count: 8_000_000))
        let error = await #expect(throws: PubSubError.self) {
            try await client(transport).publish([message], to: try Self.topic())
        }
        #expect(error?.code == .invalidArgument)
        #expect(transport.requests.isEmpty)
    }

    @Test func `a pull returns messages with what they need to be acknowledged`() async throws {
        let transport = ScriptedTransport([
            .json(
                #"""
                {"receivedMessages": [{"ackId": "projects/p1/subscriptions/worker:1", "message": {"data": "aGk=",
                "attributes": {"a": "b"}, "messageId": "7", "publishTime": "2026-11-27T07:12:30.133Z", "orderingKey": "k0"},
                "deliveryAttempt": 3}, {"ackId": "x", "message": {"messageId": "8", "attributes": {"c": "d"}}}]}
                """#)
        ])
        let messages = try await client(transport).pull(try Self.subscription(), limit: 50)
        #expect(
            messages == [
                ReceivedMessage(
                    ackID: "projects/p1/subscriptions/worker:1", id: "7",
                    PubSubMessage(Array("hi".utf8), attributes: ["a": "b"], orderingKey: "k0"),
                    deliveryAttempt: 3),
                ReceivedMessage(ackID: "x", id: "8", PubSubMessage([], attributes: ["c": "d"])),
            ])
        #expect(transport.requests[0].line == "POST /v1/projects/p1/subscriptions/worker:pull")
        #expect(transport.requests[0].text == #"{"maxMessages":50}"#)
    }

    @Test(arguments: ["{}", "{\n}\n", #"{"receivedMessages":[]}"#])
    func `a pull without messages returns none`(answer: String) async throws {
        #expect(
            try await client(ScriptedTransport([.json(answer)])).pull(try Self.subscription(), limit: 1) == []
        )
    }

    @Test(arguments: [
        #"{"receivedMessages":[{"ackId":"x"}]}"#,
        #"{"receivedMessages":[{"ackId":"x","message":{"messageId":"1","data":"%"}}]}"#,
        #"{"receivedMessages":7}"#, #"{"receivedMessages":["#,
    ])
    func `a damaged answer is an error, not a message`(answer: String) async throws {
        let error = await #expect(throws: PubSubError.self) {
            try await client(ScriptedTransport([.json(answer)])).pull(try Self.subscription(), limit: 1)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("cut off or damaged") == true)
    }

    @Test func `many acknowledgements are sent in several requests`() async throws {
        let transport = ScriptedTransport([.json("{}"), .json("{}"), .json("{}"), .json("{}")])
        let pubSub = try client(transport)
        try await pubSub.acknowledge((0..<2001).map { "id\($0)" }, of: try Self.subscription())
        #expect(transport.requests.map(\.body.count).max() ?? 0 < 20_000)
        #expect(transport.requests.count == 3)
        #expect(transport.requests[2].text == #"{"ackIds":["id2000"]}"#)
        try await pubSub.modifyAckDeadline(of: ["a"], toSeconds: 9999, of: try Self.subscription())
        #expect(transport.requests[3].line == "POST /v1/projects/p1/subscriptions/worker:modifyAckDeadline")
        #expect(transport.requests[3].text == #"{"ackIds":["a"],"ackDeadlineSeconds":600}"#)
        try await pubSub.acknowledge([], of: try Self.subscription())
        #expect(transport.requests.count == 4)
    }

    @Test func `parts of acknowledgements fit into requests, however long the ids are`() {
        let ids =
            (0..<900).map { "\($0)" + String(repeating: "x", count: 1000) } + [
                String(repeating: "y", count: 500_000)
            ]
        let parts = Array(AckBatches(ids))
        #expect(parts.flatMap { $0 } == ids)
        #expect(parts.dropLast().allSatisfy { $0.reduce(0) { $0 + $1.utf8.count } < AckBatches.mostBytes })
    }

    @Test(arguments: [
        (404, "NOT_FOUND", "Subscription does not exist", StatusCode.notFound, 1),
        (403, "PERMISSION_DENIED", "User not authorized", .permissionDenied, 1),
        (503, "UNAVAILABLE", "later", .unavailable, 5),
        (429, "RESOURCE_EXHAUSTED", "quota", .resourceExhausted, 5),
    ])
    func `a refusal has its code, the server's words and advice; only passing ones are repeated`(
        status: Int, name: String, words: String, code: StatusCode, attempts: Int
    ) async throws {
        let answer = ScriptedTransport.Step.json(
            #"{"error":{"code":\#(status),"message":"\#(words)","status":"\#(name)"}}"#, status: status)
        let transport = ScriptedTransport(Array(repeating: answer, count: 5))
        let error = await #expect(throws: PubSubError.self) {
            try await client(transport).acknowledge(["a"], of: try Self.subscription())
        }
        #expect(error?.code == code)
        #expect(
            error?.message.hasPrefix(
                "acknowledgement of 1 message (projects/p1/subscriptions/worker) failed: 127.0.0.1:8085 answered \(name): \(words). "
            )
                == true)
        #expect(error?.attempts == attempts)
    }

    @Test func `a pull is not repeated, because callers in a loop choose their own waits`() async throws {
        let transport = ScriptedTransport([.failure(.connectionLost)])
        let error = await #expect(throws: PubSubError.self) {
            try await client(transport).pull(try Self.subscription(), limit: 1)
        }
        #expect(error?.isRetryable == true)
        #expect(transport.requests.count == 1)
    }

    @Test func `creating what exists changes nothing`() async throws {
        let transport = ScriptedTransport([
            .json(
                #"{"error":{"code":409,"message":"Topic already exists","status":"ALREADY_EXISTS"}}"#,
                status: 409),
            .json(#"{"name":"projects/p1/subscriptions/worker"}"#),
        ])
        let pubSub = try client(transport)
        try await pubSub.create(try Self.topic())
        try await pubSub.create(try Self.subscription(), to: try Self.topic())
        #expect(transport.requests[1].line == "PUT /v1/projects/p1/subscriptions/worker")
        #expect(
            transport.requests[1].text
                == #"{"topic":"projects/p1/topics/receipts","ackDeadlineSeconds":60,"enableMessageOrdering":true}"#
        )
    }

    @Test func `a token is not sent over plain http to another machine`() {
        #expect(throws: PubSubError.self) {
            try PubSub(
                PubSubSettings(
                    endpoint: .emulator(host: "10.0.0.1", port: 80), credentials: .bearerToken("t")),
                transport: ScriptedTransport([]))
        }
    }
}
