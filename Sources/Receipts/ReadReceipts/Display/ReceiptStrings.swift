/// The words of receipts. English unless they are given otherwise, as from a JSON file with these members.
///
/// `{time}`, `{count}` and `{total}` stand for a time of day and for numbers, as the reader's locale writes them.
public struct ReceiptStrings: Sendable, Equatable, Codable {
    /// What is written beside a message on its way.
    public var sending = "Sending…"
    /// What is written once all have received it.
    public var delivered = "Delivered"
    /// What is written once the other one has read it.
    public var read = "Read"
    /// The same with the time.
    public var readAt = "Read at {time}"
    /// What is written once some have read it.
    public var readBySome = "Read by some users"
    /// What is written once all have read it, where the first reading has a time.
    public var readByAllUsers = "Read by all users"
    /// What is written once all have read it.
    public var readByAll = "Read by all"
    /// How many have read it.
    public var readByCount = "Read by {count}/{total}"
    /// The same in words.
    public var readByCountInWords = "Read by {count} of {total}"
    /// What a screen reader says of a message on its way.
    public var sendingLabel = "Sending message"
    /// What a screen reader says of a message that the server has.
    public var sentLabel = "Message sent"
    /// What a screen reader says of a message that was received.
    public var deliveredLabel = "Message delivered"
    /// What a screen reader says of a message that was read.
    public var readLabel = "Message read"
    /// Above those who have read a message.
    public var readSection = "Read"
    /// Above those who have not.
    public var notReadSection = "Not Read Yet"
    /// The same where the message says that they have received it; nil for ``notReadSection`` there, too.
    public var deliveredSection: String?
    /// How many members have read it, under the title of the details.
    public var readCount = "{count} of {total} members"
    /// The same once all have.
    public var allMembers = "All members"
    /// The name of a member whose profile is not there.
    public var unknownUser = "Unknown User"
    /// The name of somebody who has left.
    public var formerMember = "Former member"

    /// English.
    public static let english = ReceiptStrings()

    /// Creates English words, to be changed.
    public init() {}

    /// English, as a schema's design has it: where readings have their times, a member without a profile has deleted the account. What
    /// nobody has read is sent there, as whether it was delivered is known only where the message says so.
    public static func english(for schema: ReceiptSchema) -> ReceiptStrings {
        var strings = english
        if schema.store == .realtimeDatabase {
            strings.deliveredSection = strings.delivered
            (strings.delivered, strings.deliveredLabel) = ("Sent", strings.sentLabel)
            strings.unknownUser = "Deleted User"
        }
        return strings
    }

    /// Reads words; those that are missing are English.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read(_ key: CodingKeys, into word: inout String) throws {
            word = try values.decodeIfPresent(String.self, forKey: key) ?? word
        }
        try read(.sending, into: &sending)
        try read(.delivered, into: &delivered)
        try read(.read, into: &self.read)
        try read(.readAt, into: &readAt)
        try read(.readBySome, into: &readBySome)
        try read(.readByAllUsers, into: &readByAllUsers)
        try read(.readByAll, into: &readByAll)
        try read(.readByCount, into: &readByCount)
        try read(.readByCountInWords, into: &readByCountInWords)
        try read(.sendingLabel, into: &sendingLabel)
        try read(.sentLabel, into: &sentLabel)
        try read(.deliveredLabel, into: &deliveredLabel)
        try read(.readLabel, into: &readLabel)
        try read(.readSection, into: &readSection)
        try read(.notReadSection, into: &notReadSection)
        deliveredSection = try values.decodeIfPresent(String.self, forKey: .deliveredSection)
        try read(.readCount, into: &readCount)
        try read(.allMembers, into: &allMembers)
        try read(.unknownUser, into: &unknownUser)
        try read(.formerMember, into: &formerMember)
    }
}
