import FirestoreModel

/// Which cursors the lists in a conversation's messages amount to. A value.
///
/// A member's cursor is at the last message that lists them: whoever has read a message has read all before it.
struct MigrationPlan: Sendable {
    /// A stage of both schemas: what messages list, and what cursors move to.
    private typealias SharedStage = (old: Receipt, new: Receipt)

    private let members: [UserID]
    private let index: UserIndex
    private let stages: [SharedStage]
    private let statusSaysDelivered: Bool
    /// The last message of each member, by shared stage.
    private var furthest: [UserID: [ChatPosition?]] = [:]
    /// How many messages have another schema.
    private(set) var foreignMessages = 0

    /// - Parameters:
    ///   - members: The members; receipts of others are left behind.
    ///   - old: The schema of the messages.
    ///   - new: The schema with cursors.
    init(members: [UserID], from old: ReceiptSchema, to new: ReceiptSchema) {
        self.members = members
        index = UserIndex(members)
        stages = new.stages.compactMap { stage in
            old.stage(named: stage.receipt.name).map { (old: $0.receipt, new: stage.receipt) }
        }
        // In a conversation of two, the status is that of the only recipient.
        statusSaysDelivered = old.status != nil && old.deliveredTo == nil && members.count == 2
    }

    /// Takes a message into account, in any order.
    mutating func take(_ message: Message) {
        if message.isForeign { foreignMessages += 1 }
        guard !message.isSystemMessage, !message.isForeign, let position = message.position,
            let sender = message.senderID
        else { return }
        for (place, stage) in stages.enumerated() {
            for user in message[stage.old].users { note(user, place, position, sender) }
        }
        if statusSaysDelivered, message.status.map({ $0 >= .delivered }) ?? false,
            let place = stages.firstIndex(where: { $0.old == .delivered })
        {
            for user in members { note(user, place, position, sender) }
        }
    }

    private mutating func note(_ user: UserID, _ place: Int, _ position: ChatPosition, _ sender: UserID) {
        guard user != sender, index.place(of: user) != nil else { return }
        var positions = furthest[user] ?? Array(repeating: nil, count: stages.count)
        if positions[place].map({ $0 < position }) ?? true { positions[place] = position }
        furthest[user] = positions
    }

    /// Whether older messages can move no cursor further, if the messages come newest first.
    var isComplete: Bool {
        members.allSatisfy { user in furthest[user]?.last.map { $0 != nil } ?? false }
    }

    /// The receipts that move the cursors, at most one for each stage of a member.
    func receipts(in conversation: ConversationID) -> [PendingReceipt] {
        members.flatMap { user -> [PendingReceipt] in
            var last: ChatPosition?
            // Whoever has reached a stage has reached all earlier ones.
            return zip(stages, furthest[user] ?? []).reversed().compactMap { stage, position in
                guard let position, last.map({ $0 < position }) ?? true else { return nil }
                last = position
                return PendingReceipt(
                    stage.new, conversationID: conversation, messageID: position.messageID, userID: user)
            }
        }
    }

    /// The members whose cursors are behind the lists.
    func behind(_ cursors: [UserID: ReceiptCursor]) -> [UserID] {
        members.filter { user in
            zip(stages, furthest[user] ?? []).contains { stage, position in
                guard let position else { return false }
                return (cursors[user]?[stage.new]).map { $0 < position } ?? true
            }
        }
    }
}
