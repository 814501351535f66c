import CurlHTTP
import FirestoreClient
import FirestoreEmulator
import HTTPTransport
import HTTPTypes
import Subprocess
import Synchronization
import TestSupport
import Testing

/// A worker whose files cannot grow: it accepts what it can store, refuses the rest, and continues once there is room.
@Suite("A worker without room on its disk")
struct FullDiskTests {
    @Test func `acknowledged events are written, refused ones are not stored, and the worker recovers`()
        async throws
    {
        let emulator = Emulator()
        let admin = try Firestore(
            FirestoreSettings(
                projectID: "demo-full", endpoint: .emulator(host: "127.0.0.1", port: 1),
                credentials: .emulatorAdmin),
            transport: emulator.transport)
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob"]])
        for number in 0..<400 {
            try await admin.document("conversations/c/messages/m\(number)").setData(TestChat.message())
        }
        let folder = try TemporaryFolder()
        let outbox = "\(folder.path)/outbox"
        let acknowledged = Mutex<Set<Int>>([])
        try await emulator.serving { port in
            let environment = [
                "FIRESTORE_EMULATOR_HOST": "127.0.0.1:\(port)", "GCLOUD_PROJECT": "demo-full",
            ]
            let options = ["worker", "--outbox", outbox, "--flush-interval", "5"]
            let status = try await BuiltCommand.run(
                options + ["--listen", "127.0.0.1:0"], until: "ready http", environment: environment,
                largestFile: 200
            ) { line in
                let address = try #require(line.split(separator: "//").last.map(String.init))
                let client = HTTPClient()
                var refused = 0
                for number in 0..<300 where refused < 20 {
                    switch try await Self.report(number, to: address, client) {
                    case .accepted: acknowledged.withLock { _ = $0.insert(number) }
                    case .serviceUnavailable: refused += 1
                    case let status: Issue.record("status \(status)")
                    }
                }
                #expect(refused == 20)
                #expect(acknowledged.withLock { $0.count } > 0)
                #expect(try await Self.get("/healthz", of: address, client) == .ok)
                // There is room again.
                let process = try folder.read("outbox.lock").prefix { $0 != "\n" }
                let change = try await Subprocess.run(
                    .name("prlimit"), arguments: ["--pid", String(process), "--fsize=unlimited"],
                    output: .discarded)
                #expect(change.terminationStatus.isSuccess)
                for number in 300..<400 {
                    #expect(try await Self.report(number, to: address, client) == .accepted)
                    acknowledged.withLock { _ = $0.insert(number) }
                }
                await client.shutdown()
            }
            #expect(status == 0 || status == 130)
            let last = try await BuiltCommand.run(options + ["--drain"], environment: environment)
            #expect(last.status == 0, "\(last.err)")
        }
        let written = try await admin.collection("conversations/c/messages").getDocuments().documents.filter {
            $0.data()["readBy"] as? [String] == ["bob"]
        }
        #expect(Set(written.map(\.documentID)) == Set(acknowledged.withLock { $0 }.map { "m\($0)" }))
    }

    private static func report(
        _ number: Int, to address: String, _ client: HTTPClient
    ) async throws -> HTTPResponse.Status {
        let request = HTTPRequest(method: .post, scheme: "http", authority: address, path: "/v1/receipts")
        let event = #"{"kind":"read","conversation":"c","message":"m\#(number)","user":"bob"}"#
        return try await client.send(request, body: Array(event.utf8)).head.status
    }

    private static func get(
        _ path: String, of address: String, _ client: HTTPClient
    ) async throws -> HTTPResponse.Status {
        try await client.send(
            HTTPRequest(method: .get, scheme: "http", authority: address, path: path), body: []
        ).head.status
    }
}
