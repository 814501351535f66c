import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

/// Random overlapping marks by two members, with deletions and repeats, checked against what must hold whatever the
/// interleaving: nothing is lost, doubled or moved back.
@Suite("Concurrent marking")
struct ConcurrentMarkingTests {
    fileprivate enum Step: Sendable {
        case markRead([MessageID])
        case markDelivered([MessageID])
        case markAllRead
        case markAllDelivered
    }

    @Test(arguments: SeededGenerator.seeds(6))
    func `A9, B8, D8: no id is lost or doubled and no status moves back`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let count = generator.int(5...60)
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: count)
        let ids: [MessageID] = (0..<count).map { "m\($0)" }
        let deleted = ids.filter { _ in generator.oneIn(10) }
        let plans = (["bob", "carol"] as [UserID]).map { user in
            (user, generator.list(3...8) { Self.step(ids, &$0) })
        }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for (user, steps) in plans {
                group.addTask {
                    let service = try chat.service(user)
                    for step in steps { _ = try await Self.take(step, by: user, service) }
                }
            }
            group.addTask {
                for id in deleted { try await chat.message(id).delete() }
            }
            group.addTask { try await Self.watchStatuses(chat) }
            try await group.waitForAll()
        }

        let messages = try await chat.messages()
        #expect(Set(messages.keys) == Set(ids).subtracting(deleted))
        for message in messages.values {
            for (user, steps) in plans {
                let isRead = steps.contains { $0.reads(message.id) }
                #expect(
                    message.readBy.count { $0 == user } == (isRead ? 1 : 0),
                    "\(message.id) by \(user), seed \(seed)")
            }
            let isReadByAny = plans.contains { $0.1.contains { $0.reads(message.id) } }
            let isDelivered = plans.contains { $0.1.contains { $0.delivers(message.id) } }
            let expected: MessageStatus = isReadByAny ? .read : (isDelivered ? .delivered : .sent)
            #expect(message.status == expected, "\(message.id), seed \(seed)")
        }
    }

    private static func step(_ ids: [MessageID], _ generator: inout SeededGenerator) -> Step {
        // Repeats within a list and lists that overlap are wanted.
        let some = generator.list(1...20) { $0.pick(ids) }
        switch generator.int(0...9) {
        case 0: return .markAllRead
        case 1: return .markAllDelivered
        case 2...5: return .markDelivered(some)
        default: return .markRead(some)
        }
    }

    private static func take(_ step: Step, by user: UserID, _ service: ReceiptService) async throws
        -> MarkResult
    {
        switch step {
        case .markRead(let ids): try await service.markRead(conversation: "c1", messageIDs: ids, user: user)
        case .markDelivered(let ids):
            try await service.markDelivered(conversation: "c1", messageIDs: ids, user: user)
        case .markAllRead: try await service.markAllRead(conversation: "c1", user: user)
        case .markAllDelivered: try await service.markAllDelivered(conversation: "c1", user: user)
        }
    }

    /// Reads the statuses again and again while they are being written: they may only go forward.
    private static func watchStatuses(_ chat: TestChat) async throws {
        var last: [MessageID: Message] = [:]
        for _ in 0..<20 {
            for (id, message) in try await chat.messages() {
                if let before = last[id] {
                    #expect(message.status ?? .sending >= before.status ?? .sending, "\(id) moved back")
                    #expect(Set(before.readBy).isSubset(of: message.readBy), "\(id) lost a reader")
                }
                last[id] = message
            }
        }
    }
}

extension ConcurrentMarkingTests.Step {
    fileprivate func reads(_ id: MessageID) -> Bool {
        switch self {
        case .markRead(let ids): ids.contains(id)
        case .markAllRead: true
        case .markDelivered, .markAllDelivered: false
        }
    }

    fileprivate func delivers(_ id: MessageID) -> Bool {
        switch self {
        case .markDelivered(let ids): ids.contains(id)
        case .markAllDelivered: true
        case .markRead, .markAllRead: false
        }
    }
}
