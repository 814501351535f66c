import FirestoreModel
import Foundation
import ReadReceipts
import Testing

@Suite("Details of receipts (E)")
struct ReceiptDetailsTests {
    private let group = Conversation(id: "c", members: ["alice", "u1", "u2", "u3", "u4"])
    private let profiles: [UserID: UserProfile] = [
        "u1": UserProfile(id: "u1", displayName: "Émile Zola", photoURL: "https://example.com/z"),
        "u2": UserProfile(id: "u2", displayName: "anna"), "u3": UserProfile(id: "u3", displayName: "Ben 10"),
        "alice": UserProfile(id: "alice", displayName: "Alice"),
    ]
    private let formatter = ReceiptFormatter(locale: Locale(identifier: "en_US"))

    private func details(
        readBy: [UserID], of conversation: Conversation? = nil, seenBy user: UserID = "alice",
        times: [UserID: Timestamp] = [:], order: ReceiptDetails.Order = .alphabetical,
        isSystemMessage: Bool = false
    ) throws -> ReceiptDetails {
        var message = Message(
            id: "m", senderID: "alice", status: nil, readBy: readBy, isSystemMessage: isSystemMessage)
        message.readTimes = times
        return try ReceiptDetails(
            of: message, in: conversation ?? group, seenBy: user, profiles: profiles, order: order,
            formatter: formatter)
    }

    @Test func `E2, E3: members without the sender, by name, those who have read it first`() throws {
        let details = try details(readBy: ["u3", "u2", "alice"])
        #expect(details.read.map(\.name) == ["anna", "Ben 10"])
        #expect(details.notRead.map(\.name) == ["Émile Zola", "Unknown User"])
        #expect(details.notRead.map(\.photoURL) == ["https://example.com/z", nil])
        #expect(details.notRead.map(\.initials) == ["ÉZ", "UU"])
        #expect(formatter.subtitle(details) == "2 of 4 members")
    }

    @Test func `E1, E2: once all have read it there is one section`() throws {
        let details = try details(readBy: ["u1", "u2", "u3", "u4"])
        #expect(details.notRead.isEmpty)
        #expect(formatter.subtitle(details) == "All members")
    }

    @Test func `E5: a member without a profile is unknown, somebody who has left a former member`() throws {
        let details = try details(readBy: ["u4", "gone"])
        #expect(details.read.map(\.name) == ["Former member", "Unknown User"])
        #expect(details.read.map(\.kind) == [.former, .unknown])
        #expect(details.recipientCount == 5)
    }

    @Test func `E1: there are none between two, for others, and for system messages`() {
        #expect(throws: ReceiptDetails.Refusal.notAGroup) {
            try details(readBy: ["u1"], of: Conversation(id: "c", members: ["alice", "u1"]))
        }
        #expect(throws: ReceiptDetails.Refusal.notOwnMessage) { try details(readBy: [], seenBy: "u1") }
        #expect(throws: ReceiptDetails.Refusal.systemMessage) {
            try details(readBy: [], isSystemMessage: true)
        }
    }

    @Test func `the latest readers come first where their times are known`() throws {
        func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds, nanoseconds: 0) }
        let details = try details(
            readBy: ["u1", "u2", "u3"], times: ["u1": at(5), "u3": at(9)], order: .mostRecent)
        #expect(details.read.map(\.userID) == ["u3", "u1", "u2"])
    }

    @Test(arguments: [
        (0, "now"), (300, "5 minutes ago"), (3600, "1 hour ago"), (86_400, "yesterday"),
        (172_800, "2 days ago"),
    ])
    func `times are told as people do`(seconds: Int64, text: String) throws {
        let formatter = ReceiptFormatter(
            locale: Locale(identifier: "en_US"), timeZone: try #require(TimeZone(identifier: "UTC")))
        let now = Timestamp(seconds: 1_767_289_320, nanoseconds: 0)
        let time = Timestamp(seconds: now.seconds - seconds, nanoseconds: 0)
        #expect(formatter.age(of: time, at: now) == text)
    }

    @Test func `five hundred members are listed once each`() throws {
        let members: [UserID] = ["alice"] + (1...499).map { "u\($0)" }
        let details = try details(
            readBy: (1...250).map { "u\($0)" } + ["u1"], of: Conversation(id: "c", members: members))
        #expect((details.read.count, details.notRead.count) == (250, 249))
    }
}
