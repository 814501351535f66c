import FirestoreClient
import HTTPTransport
import HTTPTypes
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@testable import receipts

/// Ids that differ only in their Unicode normal form are different ids, from the arguments to the database.
@Suite("Ids in two normal forms")
struct NormalFormTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    private let folder: TemporaryFolder

    init() throws {
        let (composed, decomposed) = (Self.composed, Self.decomposed)
        folder = try TemporaryFolder([
            "seed.json": """
            {"conversations": [{"id": "team", "participants": ["alice", "\(composed)", "\(decomposed)"], "messages": [
              {"id": "\(composed)", "senderId": "alice", "text": "Hi"},
              {"id": "\(decomposed)", "senderId": "alice", "text": "Hi"}]}]}
            """
        ])
    }

    /// Marks both messages as one of the users, and one of them as the other.
    private func mark(_ line: CommandLine, _ options: [String]) async {
        let (composed, decomposed) = (Self.composed, Self.decomposed)
        let seeded = await line.run(["seed", "\(folder.path)/seed.json"] + options)
        #expect(seeded.out == ["0 users, 1 conversation, 2 messages"], "\(seeded.err)")
        let chat = options + ["--conversation", "team"]
        let both = await line.run(
            ["mark-read"] + chat + ["--user", composed, composed, decomposed, composed])
        #expect(both.out.first?.hasPrefix("2 messages marked read") == true, "\(both.out) \(both.err)")
        let one = await line.run(["mark-read"] + chat + ["--user", decomposed, decomposed])
        #expect(one.out.first?.hasPrefix("1 message marked read") == true, "\(one.out) \(one.err)")
        let stranger = await line.run(["mark-read"] + chat + ["--user", "e", decomposed])
        #expect(stranger.status == 1 && stranger.err.joined().contains("not a member"))
    }

    private static func bytes(_ texts: [String]?) -> [[UInt8]] {
        (texts ?? []).map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    @Test func `Cloud Firestore`() async throws {
        let line = try CommandLine()
        await mark(line, [])
        let messages = try line.server.firestore().collection("conversations/team/messages")
        let readers = { (id: String) async throws in
            Self.bytes(try await messages.document(id).getDocument().data()?["readBy"] as? [String])
        }
        #expect(try await readers(Self.composed) == Self.bytes([Self.composed]))
        #expect(try await readers(Self.decomposed) == Self.bytes([Self.decomposed, Self.composed]))
        let status = await line.run("status", "--conversation", "team", "--user", "alice", Self.decomposed)
        #expect(status.out.first?.contains("read ") == true && status.out.first?.contains("of") == false)
    }

    @Test func `a Realtime Database`() async throws {
        let emulator = DatabaseEmulator()
        var line = try CommandLine(onServer: false)
        line.streams = emulator.transport
        line.environment = [
            "FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000", "GCLOUD_PROJECT": "demo",
        ]
        await mark(line, ["--schema", "read-at"])
        for (message, readers) in [
            (Self.composed, [Self.composed]), (Self.decomposed, [Self.decomposed, Self.composed]),
        ] {
            let path = message == "\u{E9}" && message.utf8.count == 2 ? "%C3%A9" : "e%CC%81"
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: "127.0.0.1:9000",
                path: "/messages/team/\(path)/readBy.json?ns=demo-default-rtdb&shallow=true",
                headerFields: [.authorization: "Bearer owner"])
            let answer = try await emulator.transport.send(request, body: [])
            let expected = readers.map { #""\#($0)":true"# }.joined(separator: ",")
            #expect(Array(answer.body) == Array("{\(expected)}".utf8), "\(answer.head.status)")
        }
    }
}
