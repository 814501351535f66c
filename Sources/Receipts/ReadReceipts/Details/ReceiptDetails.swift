public import FirestoreModel

/// Who has read a message of a group and who has not, as its sender sees it.
public struct ReceiptDetails: Sendable, Equatable {
    /// A recipient of the message.
    public struct Person: Sendable, Equatable {
        /// What is known about them.
        public enum Kind: String, Sendable, CaseIterable {
            /// A member with a profile.
            case member
            /// A member without a profile.
            case unknown
            /// A former member.
            case former
        }

        /// The user's id.
        public var userID: UserID
        /// The name to show.
        public var name: String
        /// The URL of a picture; nil to show initials.
        public var photoURL: String?
        /// What is known about them.
        public var kind: Kind
        /// When they read the message, if the schema stores that.
        public var readAt: Timestamp?
        /// The furthest stage after read that they have reached, such as played, or nil.
        public var furthest: Receipt?
        /// When they reached ``furthest``, if the schema stores that.
        public var furthestAt: Timestamp?

        /// The first letters of the first two words of the name, in capitals.
        public var initials: String { UserProfile.initials(of: name) }
    }

    /// The order of the readers.
    public enum Order: String, Sendable, CaseIterable, Codable {
        /// By name, in the order of the reader's language.
        case alphabetical
        /// The latest first; those without a time last.
        case mostRecent
    }

    /// Why somebody sees no details.
    public enum Refusal: Error, Sendable, Equatable {
        /// Only the sender sees who has read a message.
        case notOwnMessage
        /// It is a system message.
        case systemMessage
        /// In a conversation of two, the receipt itself shows everything.
        case notAGroup
    }

    /// The message's id.
    public var messageID: MessageID
    /// Those who have read it, including those who have reached further stages; in a large group with cursors, a page of them.
    public var read: [Person]
    /// Those who have not; empty once all have. In a large group with cursors, a page of those who have read an earlier message.
    public var notRead: [Person]
    /// The number of recipients who have read it; more than ``read`` lists in a large group with cursors.
    public var readCount: Int
    /// The number of recipients.
    public var recipientCount: Int
    /// Whether the message says that it was delivered.
    public var isDelivered: Bool

    /// Whether the lists are only a page of the recipients, in a large group with cursors.
    public var isPage: Bool { read.count + notRead.count < recipientCount }

    /// How many recipients have not read it.
    public var notReadCount: Int { recipientCount - readCount }

    /// Computes the details of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - conversation: Its conversation.
    ///   - user: The user who asks.
    ///   - profiles: The known profiles, by user.
    ///   - order: The order of the readers; the others are sorted by name.
    ///   - includesFormerMembers: Whether to list former members who received the message but did not read it.
    ///   - includesFormerReaders: Whether to list former members who read it.
    ///   - furtherStages: The schema's stages after read, in order.
    ///   - isPage: Whether the members are only some of a large group.
    ///   - formatter: The words and the language.
    public init(
        of message: Message, in conversation: Conversation, seenBy user: UserID,
        profiles: [UserID: UserProfile], order: Order = .alphabetical,
        includesFormerMembers: Bool = false, includesFormerReaders: Bool = true,
        furtherStages: [Receipt] = [], isPage: Bool = false,
        formatter: ReceiptFormatter = ReceiptFormatter()
    ) throws(Refusal) {
        if message.isSystemMessage { throw .systemMessage }
        guard message.showsReceipts(to: user) else { throw .notOwnMessage }
        // Whoever has reached a stage has reached all earlier ones.
        let further = furtherStages.reversed().map { ($0, message[$0], UserIndex(message[$0].users)) }
        let allReaders = further.reduce(message.readBy) { $0 + $1.1.users }
        let readers = UserIndex(allReaders)
        let members = UserIndex(conversation.members)
        var listed = UserIndex([user])
        var (read, notRead): ([Person], [Person]) = ([], [])
        let former =
            (includesFormerReaders ? allReaders : [])
            + (includesFormerMembers ? message.deliveredTo : [])
        for id in conversation.members + former
        where listed.insert(id) {
            let profile = profiles[id]
            let kind: Person.Kind =
                members.place(of: id) == nil ? .former : profile?.displayName == nil ? .unknown : .member
            let name =
                switch kind {
                case .member: profile?.displayName ?? formatter.strings.unknownUser
                case .unknown: formatter.strings.unknownUser
                case .former: formatter.strings.formerMember
                }
            let furthest = further.first { $0.2.place(of: id) != nil }
            let person = Person(
                userID: id, name: name, photoURL: kind == .member ? profile?.photoURL : nil, kind: kind,
                readAt: message.readTimes[id], furthest: furthest?.0, furthestAt: furthest?.1.times[id])
            if readers.place(of: id) != nil { read.append(person) } else { notRead.append(person) }
        }
        if !isPage, read.count + notRead.count < 2 { throw .notAGroup }
        messageID = message.id
        (readCount, recipientCount) = (read.count, read.count + notRead.count)
        isDelivered = message.status.map { $0 >= .delivered } ?? false
        self.notRead = ReceiptDetails.sorted(notRead, .alphabetical, formatter.notation)
        self.read = ReceiptDetails.sorted(read, order, formatter.notation)
    }

    private static func sorted(
        _ people: [Person], _ order: Order, _ notation: any ReceiptNotation
    ) -> [Person] {
        people.sorted { left, right in
            if order == .mostRecent, left.readAt != right.readAt {
                guard let time = left.readAt else { return false }
                return right.readAt.map { time > $0 } ?? true
            }
            // People without a name come last.
            if (left.kind == .member) != (right.kind == .member) { return left.kind == .member }
            return notation.isName(left.name, before: right.name) ?? (left.userID < right.userID)
        }
    }
}
