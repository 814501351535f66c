/// The members of a conversation, indexed to count the receipts of many messages. Create one, and use it until the members change.
public struct ReceiptAudience: Sendable {
    /// Where receipts are known from.
    private enum Evidence: Sendable {
        /// Messages store them.
        case messages
        case cursors(CursorTable)
    }

    /// The conversation.
    public let conversation: Conversation
    let members: UserIndex
    private var evidence = Evidence.messages
    /// What the server has counted; nil if all cursors are known.
    private var counted: CountedMessages?

    /// Indexes the members, for messages that store their receipts.
    public init(_ conversation: Conversation) {
        self.conversation = conversation
        members = UserIndex(conversation.members)
    }

    /// Indexes the members and their cursors.
    ///
    /// - Parameters:
    ///   - conversation: The conversation, with its members.
    ///   - cursors: The cursors in the conversation; those of former members do not count.
    ///   - schema: The layout of receipts. Without cursors, messages themselves store them.
    public init(_ conversation: Conversation, cursors: some Sequence<ReceiptCursor>, schema: ReceiptSchema) {
        self.init(conversation)
        guard schema.cursors != nil else { return }
        evidence = .cursors(
            CursorTable(cursors, stages: schema.stages.map(\.receipt), members: members))
    }

    /// Indexes the members and some of their cursors, with what the server has counted.
    init(
        _ conversation: Conversation, cursors: some Sequence<ReceiptCursor>, counted: CountedMessages?,
        schema: ReceiptSchema
    ) {
        self.init(conversation, cursors: cursors, schema: schema)
        self.counted = counted
    }
}

extension ReceiptAudience {
    /// Whether messages themselves store their receipts.
    var isOfMessages: Bool {
        if case .messages = evidence { true } else { false }
    }

    /// How many recipients of a message have reached each stage; nil if the message itself says so, or if nobody has counted.
    func counts(of message: Message) -> [Int]? {
        switch evidence {
        case .messages: nil
        case .cursors(let cursors):
            if let counted, counted.concerns(message) {
                counted.counts[message.id]
            } else {
                cursors.counts(of: message)
            }
        }
    }

    /// Whether all recipients of a message have reached the last stage.
    func isComplete(_ message: Message) -> Bool {
        guard let last = counts(of: message)?.last else { return false }
        return last >= Recipients(of: message, among: self, countsDelivered: false).count
    }

    /// Replaces what the server has counted; nil if all cursors are known.
    mutating func set(_ counted: CountedMessages?) { self.counted = counted }

    private var cursors: CursorTable? {
        if case .cursors(let cursors) = evidence { cursors } else { nil }
    }

    /// Replaces a user's cursor; nil removes it.
    mutating func set(_ cursor: ReceiptCursor?, of user: UserID) {
        guard case .cursors(var cursors) = evidence else { return }
        // Moved out, so that the table is changed in place.
        evidence = .messages
        cursors.set(cursor, of: user)
        evidence = .cursors(cursors)
    }

    /// A message with the users who have reached each stage, as messages of other schemas store them, each with the time by which they had.
    /// For the details of one message: lists for each of thousands of messages take much memory.
    public func marked(_ message: Message) -> Message {
        guard let cursors else { return message }
        return conversation.members.reduce(into: message) { message, member in
            guard let cursor = cursors[member] else { return }
            message = cursor.marked(message)
            for stage in cursors.stages where message[stage].users.last == member {
                message[stage].times[member] = cursor.updatedAt
            }
        }
    }

    /// A message with how far one user has come.
    package func marked(_ message: Message, by user: UserID) -> Message {
        cursors?[user]?.marked(message) ?? message
    }
}
