import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

@Suite("Details of receipts on a server")
struct DetailsTests {
    private func chat(members: [String], schema: ReceiptSchema = .readBy) async throws -> TestChat {
        let chat = try await TestChat(members: ["alice"] + members, messages: 1, schema: schema)
        let batch = chat.admin.batch()
        for member in members.prefix(400) {
            batch.setData(
                ["displayName": "Name of \(member)"], forDocument: chat.admin.document("users/\(member)"))
        }
        try await batch.commit()
        return chat
    }

    @Test func `E2, E3, E6: names come with the readers, and a reader moves over`() async throws {
        let chat = try await chat(members: ["bob", "carol"])
        let alice = try chat.service("alice")
        let profiles = UserProfiles(firestore: alice.firestore, schema: chat.schema)
        func names() async throws -> ([String], [String]) {
            let details = try await alice.details(
                of: "m0", conversation: "c1", user: "alice", profiles: profiles)
            return (details.read.map(\.name), details.notRead.map(\.name))
        }
        #expect(try await names() == ([], ["Name of bob", "Name of carol"]))
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(try await names() == (["Name of carol"], ["Name of bob"]))
    }

    @Test func `E7: profiles are read in one request for a hundred, and never twice`() async throws {
        let members = (1...100).map { "u\($0)" }
        let chat = try await chat(members: members)
        let alice = try chat.service("alice")
        let profiles = UserProfiles(firestore: alice.firestore, schema: chat.schema)
        let before = alice.firestore.usage.requests
        for _ in 0..<2 {
            let details = try await alice.details(
                of: "m0", conversation: "c1", user: "alice", profiles: profiles)
            #expect(details.notRead.count == 100)
            #expect(details.notRead.allSatisfy { $0.kind == .member })
        }
        // The message with its conversation, twice; the profiles, once.
        #expect(alice.firestore.usage.requests - before == 3)
    }

    @Test func `what has no details says why`() async throws {
        let chat = try await chat(members: ["bob", "carol"])
        let bob = try chat.service("bob")
        let profiles = UserProfiles(firestore: bob.firestore, schema: chat.schema)
        func error(_ message: String, user: String) async -> ReceiptsError? {
            do throws(ReceiptsError) {
                _ = try await bob.details(of: message, conversation: "c1", user: user, profiles: profiles)
                return nil
            } catch {
                return error
            }
        }
        #expect(await error("m0", user: "bob")?.code == .invalidArgument)
        #expect(
            await error("m0", user: "bob")?.message.contains("only the sender sees who has read it") == true)
        #expect(await error("m9", user: "bob")?.code == .notFound)
        #expect(await error("a/b", user: "bob")?.code == .invalidArgument)
    }
}
