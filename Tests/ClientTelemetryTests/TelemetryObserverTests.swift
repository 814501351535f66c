import ClientCore
import FirestoreClient
import FirestoreEmulator
import FirestoreRules
import InMemoryTracing
import MetricsTestKit
import PubSubClient
import ReadReceipts
import RealtimeDatabase
import RealtimeDatabaseEmulator
import TestSupport
import Testing
import Tracing

@testable import ClientTelemetry

@Suite("Metrics and traces of clients")
struct TelemetryObserverTests {
    private let metrics = TestMetrics()
    private let tracer = InMemoryTracer()
    private let telemetry: TelemetryObserver

    init() {
        telemetry = TelemetryObserver(factory: metrics, tracer: tracer)
    }

    private func firestore(
        _ emulator: Emulator = Emulator(), _ credentials: Credentials = .emulatorAdmin
    ) throws -> Firestore {
        let settings = FirestoreSettings(
            projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 8080), credentials: credentials)
        settings.callObserver = telemetry
        return try Firestore(settings, transport: emulator.transport)
    }

    private let system = [("db.system.name", "gcp.firestore")]

    private func total(_ name: String) -> Int64 {
        metrics.counterTotal(label: "receipts.client.\(name)", dimensions: system)
    }

    @Test func `a call is a span with OpenTelemetry's names`() async throws {
        try await firestore().document("notes/n1").setData(["text": "x"])
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "commit projects/demo/databases/(default)")
        #expect(span.kind == .client)
        #expect(span.errors.isEmpty)
        #expect(span.status == nil)
        let expected: SpanAttributes = [
            "db.system.name": "gcp.firestore", "db.operation.name": "commit",
            "db.namespace": "projects/demo/databases/(default)", "server.address": "127.0.0.1",
            "server.port": 8080,
        ]
        #expect(span.attributes == expected)
        let timer = try metrics.expectTimer(
            "db.client.operation.duration", system + [("db.operation.name", "commit")])
        #expect(timer.values.count == 1)
        #expect(timer.values.allSatisfy { $0 > 0 })
    }

    @Test func `what is billed is counted, and what listens`() async throws {
        let firestore = try firestore()
        try await firestore.document("notes/n1").setData(["text": "x"])
        _ = try await firestore.collection("notes").getDocuments()
        #expect(total("documents.written") == 1)
        #expect(total("documents.read") == 1)
        #expect(total("requests") == 2)
        #expect(total("retries") == 0)
        let heard = AsyncStream<Void>.makeStream()
        let listener = firestore.collection("notes").addSnapshotListener { _, _ in heard.continuation.yield()
        }
        for await _ in heard.stream { break }
        let listeners = try metrics.expectMeter("receipts.client.listeners", system)
        #expect(listeners.lastValue == 1)
        #expect(total("documents.read") == 2)
        listener.remove()
        await yieldUntil { listeners.lastValue == 0 }
        #expect(listeners.lastValue == 0)
    }

    @Test func `a refused call names its error, and no document`() async throws {
        let emulator = Emulator()
        _ = emulator.setRules(
            SourceFile(
                content:
                    "service cloud.firestore { match /databases/{d}/documents { match /a/{b} { allow get: if false; } } }"
            ), project: "demo")
        let firestore = try firestore(emulator, .emulatorUser(uid: "secret-user"))
        await #expect(throws: FirestoreError.self) {
            try await firestore.document("notes/secret-note").setData(["text": "secret-text"])
        }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes["error.type"]?.toSpanAttribute() == .string("permissionDenied"))
        #expect(span.status?.code == .error)
        #expect(!"\(span)".contains("secret"))
        #expect(metrics.timers.first?.dimensions.last?.1 == "permissionDenied")
    }

    /// Documentation/Telemetry.md shows this marking.
    @Test func `a marking is two reads and a commit`() async throws {
        let emulator = Emulator()
        let seed = try Firestore(
            FirestoreSettings(
                projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 8080),
                credentials: .emulatorAdmin), transport: emulator.transport)
        let conversation = seed.document("conversations/team")
        try await conversation.setData(["participants": ["alice", "bob"]])
        for number in 1...3 {
            try await conversation.collection("messages").document("m\(number)").setData([
                "senderId": "alice", "text": "Hi",
                "timestamp": Timestamp(seconds: Int64(number), nanoseconds: 0),
                "status": "sent", "readBy": [String](),
            ])
        }
        let service = ReceiptService(firestore: try firestore(emulator, .emulatorUser(uid: "bob")))
        _ = try await service.markAllRead(conversation: "team", user: "bob")
        #expect(
            tracer.finishedSpans.map(\.operationName) == [
                "batchGet projects/demo/databases/(default)", "runQuery projects/demo/databases/(default)",
                "commit projects/demo/databases/(default)",
            ])
        #expect(total("requests") == 3)
        #expect(total("documents.read") == 4)
        #expect(total("documents.written") == 3)
    }

    @Test func `attempts are counted`() async throws {
        let settings = PubSubSettings(
            endpoint: .emulator(host: "127.0.0.1", port: 8085), callObserver: telemetry)
        let transport = ScriptedTransport([.json("{}", status: 503), .json(#"{"messageIds":["1"]}"#)])
        let client = try PubSub(settings, transport: transport, clock: InstantClock())
        _ = try await client.publish([PubSubMessage([1])], to: try TopicName("receipts", project: "p1"))
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "publish")
        #expect(span.attributes["messaging.system"]?.toSpanAttribute() == .string("gcp_pubsub"))
        #expect(span.attributes["receipts.attempts"]?.toSpanAttribute() == .int64(2))
        #expect(
            metrics.counterTotal(
                label: "receipts.client.retries", dimensions: [("messaging.system", "gcp_pubsub")]) == 1)
    }

    @Test func `a Realtime Database has its own system, and clients with another identity are observed too`()
        async throws
    {
        let emulator = DatabaseEmulator()
        var settings = DatabaseSettings(
            projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 9000), credentials: .emulatorAdmin
        )
        settings.callObserver = telemetry
        let database = try Database(settings, transport: emulator.transport)
        try await database.acting(as: .emulatorUser(uid: "bob")).reference(withPath: "a").setValue(1)
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.operationName == "setValue demo-default-rtdb")
        #expect(
            span.attributes["db.system.name"]?.toSpanAttribute() == .string("gcp.firebase_realtime_database"))
    }

    @Test func `without a tracer and metrics, calls go on as ever`() async throws {
        let settings = FirestoreSettings(
            projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 8080), credentials: .emulatorAdmin
        )
        settings.callObserver = TelemetryObserver()
        let firestore = try Firestore(settings, transport: Emulator().transport)
        try await firestore.document("notes/n1").setData(["text": "x"])
        #expect(try await firestore.document("notes/n1").getDocument().exists)
    }
}
