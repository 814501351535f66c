import FirestoreClient
import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("Pushed messages", .timeLimit(.minutes(1)))
struct PushTests {
    private static func event(_ message: String) -> String {
        #"{"kind":"read","conversation":"c1","message":"\#(message)","user":"bob"}"#
    }

    /// A message as Pub/Sub pushes it.
    private static func envelope(_ text: String) -> String {
        let data = Base64.encode(Array(text.utf8))
        return
            #"{"message":{"data":"\#(data)","messageId":"7","attributes":{"a":"b"}},"subscription":"projects/p/subscriptions/push"}"#
    }

    private func post(
        _ body: String?, to intake: ReceiptIntake, _ path: String = "/pubsub/push",
        method: HTTPRequest.Method = .post,
        host: String = "127.0.0.1"
    ) async -> (status: Int, body: String) {
        let request = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        let response: HTTPExchangeResponse
        switch intake.reply(to: request, body.map { Array($0.utf8) }) {
        case .now(let now, _): response = now
        case .later(let work): response = await work()
        case .stream(let head, _): response = HTTPExchangeResponse(head: head)
        }
        return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    /// A worker without an outbox that is running, and its intake.
    private func withWorker(
        _ chat: TestChat, through transport: (any HTTPTransport)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        deadLetters: DeadLetterDestination? = nil, token: String? = nil,
        _ body: (ReceiptIntake, MessageWorker) async throws -> Void
    ) async throws {
        var configuration = WorkerConfiguration()
        configuration.flushInterval = .zero
        let service = ReceiptService(
            firestore: try chat.server.firestore(through: transport, retryPolicy: .never))
        let worker = MessageWorker(
            nil, to: .administrator(service), deadLetters: deadLetters, configuration: configuration,
            clock: clock)
        let intake = try ReceiptIntake(for: worker, schema: .status, host: "127.0.0.1", port: 0, token: token)
        let running = Task { try await worker.run() }
        try await body(intake, worker)
        await worker.stop()
        try await running.value
    }

    @Test func `a push is answered once the database has the receipts`() async throws {
        let chat = try await TestChat(messages: 2)
        try await withWorker(chat) { intake, worker in
            let answer = await post(Self.envelope("\(Self.event("m0"))\n\(Self.event("m1"))"), to: intake)
            #expect(answer == (204, ""))
            let messages = try await chat.messages()
            #expect(messages.values.allSatisfy { $0.readBy == ["bob"] })
            let again = await post(Self.envelope(Self.event("m0")), to: intake)
            #expect(again.status == 204, "a second delivery is harmless")
            #expect(await worker.metrics.documentsWritten == 2)
            let direct = await post(Self.event("m1"), to: intake, "/v1/receipts")
            #expect(direct == (200, "{\"written\":1}\n"))
        }
    }

    @Test func `without a place for dead letters, what can never be written is refused each time`()
        async throws
    {
        let chat = try await TestChat(messages: 1)
        try await withWorker(chat) { intake, _ in
            let answer = await post(Self.envelope("\(Self.event("m0"))\n\(Self.event("gone"))"), to: intake)
            #expect(answer.status == 422)
            #expect(answer.body.contains("there is no such message (conversations/c1/messages/gone)"))
            let messages = try await chat.messages()
            #expect(messages["m0"]?.readBy == ["bob"])
            for text in ["", "nonsense", "[1"] {
                let answer = await post(Self.envelope(text), to: intake)
                #expect(answer.status == 422, "\(text)")
            }
        }
    }

    @Test func `with one, it goes there, and the push has succeeded`() async throws {
        let chat = try await TestChat(messages: 1)
        let letters = AsyncStream.makeStream(of: RefusedMessage.self)
        try await withWorker(chat, deadLetters: DeadLetterDestination { letters.continuation.yield($0) }) {
            intake, _ in
            let answer = await post(Self.envelope(Self.event("gone")), to: intake)
            #expect(answer.status == 204)
            let letter = await letters.stream.first { _ in true }
            #expect(letter?.id == "7")
            #expect(letter?.subscription == "projects/p/subscriptions/push")
            #expect(letter?.attributes == ["a": "b"])
            #expect(letter?.refusals.map(\.code) == ["NOT_FOUND"])
        }
    }

    @Test(arguments: [
        "", "[]", "{}", "nonsense", #"{"message":{}}"#, #"{"message":{"messageId":"1","data":"%"}}"#,
        #"{"message":{"messageId":1,"data":""}}"#,
    ])
    func `what is not a pushed message is refused`(body: String) async throws {
        let chat = try await TestChat()
        try await withWorker(chat) { intake, _ in
            let answer = await post(body, to: intake)
            #expect(answer.status == 400)
        }
    }

    @Test func `a request that waits while the worker stops is to be sent again`() async throws {
        let chat = try await TestChat(messages: 1)
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        try await withWorker(chat, through: transport) { intake, worker in
            async let answer = post(Self.envelope(Self.event("m0")), to: intake)
            while await worker.metrics.postponed.isEmpty { await Task.yield() }
            await worker.stop()
            let (status, body) = await answer
            #expect(status == 503)
            #expect(body.contains("send them again"))
        }
    }

    @Test func `the token may be in the URL of a push, and nowhere else`() async throws {
        let chat = try await TestChat(messages: 1)
        try await withWorker(chat, token: "secret") { intake, _ in
            for (path, status) in [
                ("/pubsub/push?token=secret", 204), ("/pubsub/push?x=1&token=secret", 204),
                ("/pubsub/push", 401),
                ("/pubsub/push?token=secre", 401), ("/pubsub/push?token=", 401),
                ("/v1/receipts?token=secret", 401),
            ] {
                let answer = await post(
                    Self.envelope(Self.event("m0")), to: intake, path, host: "worker.example")
                #expect(answer.status == status, "\(path)")
            }
        }
    }

    @Test func `readiness can be asked for without the token, but its reason is not told`() async throws {
        let chat = try await TestChat()
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        try await withWorker(chat, through: transport, token: "secret") { intake, _ in
            let answer = await post(nil, to: intake, "/readyz", method: .get, host: "worker.example")
            #expect(answer == (503, "not ready\n"))
        }
        try await withWorker(chat, token: "secret") { intake, _ in
            let answer = await post(nil, to: intake, "/readyz", method: .get, host: "worker.example")
            #expect(answer == (200, "ready\n"))
        }
    }

    @Test func `with an outbox, a push is answered once its receipts are on disk`() async throws {
        let folder = try TemporaryFolder()
        let outbox = try Outbox(path: "\(folder.path)/outbox", limit: 1)
        let service = ReceiptService(firestore: try TestServer().firestore(retryPolicy: .never))
        let worker = try ReceiptWorker(outbox, to: .administrator(service))
        let intake = try ReceiptIntake(for: worker, schema: .status, host: "127.0.0.1", port: 0)
        let stored = await post(Self.envelope(Self.event("m0")), to: intake)
        #expect(stored.status == 204)
        #expect(try await outbox.statistics().queued == 1)
        let full = await post(Self.envelope(Self.event("m1")), to: intake)
        #expect(full.status == 429)
        let mixed = await post(Self.envelope("\(Self.event("m1"))\nnonsense"), to: intake)
        #expect(mixed.status == 422)
        #expect(try await outbox.statistics().queued == 1)
    }
}
