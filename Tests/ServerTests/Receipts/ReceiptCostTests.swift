import FirestoreClient
import Foundation
import ReadReceipts
import TestSupport
import Testing

/// The model of costs, against operations that a server has carried out.
@Suite("Costs of receipts by schema") struct ReceiptCostTests {
    /// A day: as many messages as members, half of them before each of two looks.
    private func day(_ members: [UserID], _ schema: ReceiptSchema) async throws {
        let chat = try await TestChat(members: members, schema: schema)
        let expected = ReceiptCosts(
            members: members.count, messages: members.count, looks: 2, hasCursors: schema.cursors != nil)
        let listener = try chat.session(members[0], listens: true).listen(
            conversationID: "c1", options: ListenerOptions(marksDelivered: false), clock: ManualClock())
        var updates = listener.makeAsyncIterator()
        _ = try await updates.next()
        let start = listener.usage
        var (writes, reads) = (0, 0)
        var heard = start.documentsRead
        /// Each change is heard before the next one, so that none is folded.
        func hear(_ changes: Int) async throws {
            heard += changes
            // What changes nothing that shows is not told, but billed.
            while listener.usage.documentsRead < heard {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        let half = members.count / 2
        for senders in [members[..<half], members[half...]] {
            for sender in senders {
                try await chat.message(MessageID("of-\(sender)")).setData(
                    TestChat.message(from: sender, schema: schema))
                try await hear(1)
            }
            for member in members {
                let new = senders.filter { $0 != member }.map { MessageID("of-\($0)") }
                let ids = schema.cursors == nil ? new : Array(new.suffix(1))
                let result = try await chat.service(member).markRead(
                    conversation: "c1", messageIDs: ids, user: member)
                writes += result.documentsWritten
                reads += result.documentsRead
                try await hear(result.documentsWritten)
            }
        }
        #expect((writes, reads) == (expected.writes, expected.markingReads))
        #expect(listener.usage.documentsRead - start.documentsRead == expected.senderReads)
    }

    @Test(
        .withoutFaults("it counts requests"), .timeLimit(.minutes(1)),
        arguments: [ReceiptSchema.status, .deliveredTo, .readUpTo], [4, 6])
    func `a day costs what the model says`(schema: ReceiptSchema, count: Int) async throws {
        // Google's emulator sends the whole result after each change.
        if try TestServer().isGoogles { return }
        try await day((0..<count).map { UserID("u\($0)") }, schema)
    }

    @Test func `the documentation has the numbers of the model`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Documentation/LargeGroups.md"), encoding: .utf8)
        func number(_ value: Int) -> String {
            var (digits, groups) = (String(value), [String]())
            while digits.count > 3 {
                groups.insert(String(digits.suffix(3)), at: 0)
                digits.removeLast(3)
            }
            return ([digits] + groups).joined(separator: ",")
        }
        for members in [2, 20, 200, 2000, 20_000] {
            let (lists, cursors) = (
                ReceiptCosts(members: members, messages: 50, looks: 10, hasCursors: false),
                ReceiptCosts(members: members, messages: 50, looks: 10, hasCursors: true)
            )
            let cells = [
                members, lists.writes, cursors.writes, lists.reads, cursors.reads, cursors.senderReads,
                cursors.readerReads,
            ].map(number)
            let row = "| \(cells.joined(separator: " | ")) |"
            #expect(page.contains(row), "\(row)")
        }
    }
}
