/// The words of receipts: English, or your own, for example from a JSON file with these members.
///
/// `{time}`, `{count}` and `{total}` are replaced with a time of day and with numbers, in the reader's locale.
public struct ReceiptStrings: Sendable, Equatable, Codable {
    /// For a message that is being sent.
    public var sending = "Sending…"
    /// When all have received it.
    public var delivered = "Delivered"
    /// When the other member of a conversation of two has read it.
    public var read = "Read"
    /// The same with the time.
    public var readAt = "Read at {time}"
    /// When some have read it.
    public var readBySome = "Read by some users"
    /// When all have read it, in schemas that store when it was first read.
    public var readByAllUsers = "Read by all users"
    /// When all have read it.
    public var readByAll = "Read by all"
    /// How many have read it.
    public var readByCount = "Read by {count}/{total}"
    /// The same in words.
    public var readByCountInWords = "Read by {count} of {total}"
    /// For a screen reader: a message that is being sent.
    public var sendingLabel = "Sending message"
    /// For a screen reader: a message that the server has.
    public var sentLabel = "Message sent"
    /// For a screen reader: a message that was received.
    public var deliveredLabel = "Message delivered"
    /// For a screen reader: a message that was read.
    public var readLabel = "Message read"
    /// The title of the readers.
    public var readSection = "Read"
    /// The title of the other recipients.
    public var notReadSection = "Not Read Yet"
    /// The same if the message's status says that they have received it; nil for ``notReadSection``.
    public var deliveredSection: String?
    /// How many members have read it, under the title of the details.
    public var readCount = "{count} of {total} members"
    /// The same when all have read it.
    public var allMembers = "All members"
    /// The name of a member without a profile.
    public var unknownUser = "Unknown User"
    /// The name of a former member.
    public var formerMember = "Former member"
    /// The words of further stages, by name.
    public var stages: [String: StageWords] = [:]

    /// English.
    public static let english = ReceiptStrings()

    /// Creates English words.
    public init() {}

    /// The English words of a schema's design, including its further stages.
    public static func english(for schema: ReceiptSchema) -> ReceiptStrings {
        var strings = schema.store.strings
        for stage in schema.furtherStages { strings.stages[stage.receipt.name] = stage.words }
        return strings
    }

    /// The words of a further stage.
    func words(of receipt: Receipt) -> StageWords { stages[receipt.name] ?? StageWords(of: receipt) }

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
        stages = try values.decodeIfPresent([String: StageWords].self, forKey: .stages) ?? [:]
    }
}
