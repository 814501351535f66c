import FirestoreClient
import ReadReceipts
import Testing

/// The code of the tutorial in the documentation of `ReadReceipts`.
@Suite("The tutorial")
struct TutorialTests {
    @Test(.timeLimit(.minutes(1))) func `its code does what its text says`() async throws {
        let chat = TutorialChat()
        try await chat.createTeam()
        let id = try await chat.send("Lunch?", from: "alice")
        #expect(try await chat.labels(for: "alice") == [""])
        #expect(try await chat.open(as: "bob") == 1)
        #expect(try await chat.open(as: "bob") == 0)
        #expect(try await chat.labels(for: "alice") == ["Read by 1 of 2"])
        async let waiting: Void = chat.wait(until: "carol", reads: id, as: "alice")
        #expect(try await chat.open(as: "carol") == 1)
        try await waiting
    }

    @Test func `under its rules, nobody marks messages read for somebody else`() async throws {
        let chat = TutorialChat()
        try await chat.createTeam()
        #expect(chat.loadRules().isEmpty)
        let id = try await chat.send("Lunch?", from: "alice")
        #expect(try await chat.open(as: "bob") == 1)
        let message = try chat.firestore(as: .emulatorUser(uid: "bob"))
            .document("conversations/team/messages/\(id.string)")
        await #expect(throws: FirestoreError.self) {
            try await message.updateData(["readBy": FieldValue.arrayUnion(["carol"])])
        }
        await #expect(throws: ReceiptsError.self) { try await chat.open(as: "mallory") }
    }
}
