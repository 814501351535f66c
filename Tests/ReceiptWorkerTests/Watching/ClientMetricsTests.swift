import ClientCore
import FirestoreClient
import HTTPServing
import HTTPTransport
import HTTPTypes
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("Metrics of a worker's clients")
struct ClientMetricsTests {
    private let clients = ClientMetrics()

    private func firestore(_ chat: TestChat) throws -> Firestore {
        let settings = FirestoreSettings(
            projectID: chat.server.project, endpoint: chat.server.endpoint, credentials: .emulatorAdmin,
            retryPolicy: .never)
        settings.callObserver = clients
        return try Firestore(settings, transport: chat.server.transport)
    }

    private var lines: [Substring] { clients.prometheusText.split(separator: "\n") }

    @Test func `what a worker is billed is what it has read and written`() async throws {
        let chat = try await TestChat(messages: 3)
        let folder = try TemporaryFolder()
        let worker = try ReceiptWorker(
            try Outbox(path: "\(folder.path)/outbox"),
            to: .administrator(ReceiptService(firestore: try firestore(chat))), clock: InstantClock())
        let intake = try ReceiptIntake(
            for: worker, schema: .status, host: "127.0.0.1", port: 0, clients: clients)
        try await worker.take(
            (0..<3).map { ReceiptEvent(.read, conversationID: "c1", messageID: "m\($0)", userID: "bob") })
        await worker.endWhenEmpty()
        try await worker.run()
        let metrics = await worker.metrics
        #expect((metrics.written, metrics.documentsWritten) == (3, 3))
        let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/metrics")
        guard case .later(let answer) = intake.reply(to: request, nil) else {
            Issue.record("the metrics are there at once")
            return
        }
        let text = String(decoding: await answer().body, as: UTF8.self)
        let system = "db_system_name=\"gcp.firestore\""
        for line in [
            "receipts_written_total 3",
            "receipts_client_documents_read_total{\(system)} \(metrics.documentsRead)",
            "receipts_client_documents_written_total{\(system)} 3",
            "receipts_client_retries_total{\(system)} 0", "receipts_client_listeners{\(system)} 0",
            "# TYPE db_client_operation_duration_seconds histogram",
            "db_client_operation_duration_seconds_count{\(system),db_operation_name=\"commit\"} 1",
            "db_client_operation_duration_seconds_bucket{\(system),db_operation_name=\"commit\",le=\"+Inf\"} 1",
        ] {
            #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)")
        }
        // A family of metrics is described once, or Prometheus refuses the whole text.
        let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(types).count == types.count)
    }

    @Test func `calls that fail are counted by their error`() async throws {
        let chat = try await TestChat()
        let missing = try firestore(chat).document("conversations/c1/messages/m0")
        await #expect(throws: FirestoreError.self) { try await missing.updateData(["text": "x"]) }
        let labels =
            "db_system_name=\"gcp.firestore\",db_operation_name=\"commit\",error_type=\"notFound\""
        #expect(lines.contains("db_client_operation_duration_seconds_count{\(labels)} 1"))
    }

    @Test func `services are told apart`() {
        for service in [ObservedClient.Service.realtimeDatabase, .pubSub] {
            let client = ObservedClient(
                service, namespace: nil, at: HostAddress(host: "127.0.0.1", port: 8085, isSecure: false))
            var counts = CallCounts()
            (counts.requests, counts.retries) = (2, 1)
            clients.counted(counts, by: client)
            clients.counted(counts, by: client)
        }
        #expect(
            lines.filter { $0.hasPrefix("receipts_client_retries_total{") } == [
                "receipts_client_retries_total{db_system_name=\"gcp.firebase_realtime_database\"} 2",
                "receipts_client_retries_total{messaging_system=\"gcp_pubsub\"} 2",
            ])
    }
}
