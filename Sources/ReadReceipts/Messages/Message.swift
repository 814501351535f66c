public import FirestoreModel

/// What receipts need to know of a message.
public struct Message: Sendable, Equatable {
    /// The message's document id.
    public var id: String
    /// The user who sent it; nil when the document names none.
    public var senderID: String?
    /// How far it has come; nil when the document does not say, or says something else than a ``MessageStatus``.
    public var status: MessageStatus?
    /// The users who have read it.
    public var readBy: [String]
    /// When it was sent; nil when the document does not say.
    public var timestamp: Timestamp?
    /// Its text; nil when it was not asked for.
    public var text: String?
    /// When its document last changed.
    public var updateTime: Timestamp

    /// Creates a message.
    public init(
        id: String, senderID: String?, status: MessageStatus?, readBy: [String] = [],
        timestamp: Timestamp? = nil,
        text: String? = nil, updateTime: Timestamp = Timestamp(seconds: 0, nanoseconds: 0)
    ) {
        self.id = id
        self.senderID = senderID
        self.status = status
        self.readBy = readBy
        self.timestamp = timestamp
        self.text = text
        self.updateTime = updateTime
    }

    /// Reads a message from its document.
    package init(_ document: Document, schema: ReceiptSchema) {
        let fields = document.fields
        id = document.name.path.id.string
        senderID = fields[FieldName(schema.sender)]?.stringValue
        status = fields[FieldName(schema.status)]?.stringValue.flatMap(MessageStatus.init)
        readBy = (fields[FieldName(schema.readBy)]?.arrayValue ?? []).compactMap(\.stringValue)
        timestamp =
            if case .timestamp(let time)? = fields[FieldName(schema.timestamp)] { time } else { nil }
        text = fields[FieldName(schema.text)]?.stringValue
        updateTime = document.updateTime ?? Timestamp(seconds: 0, nanoseconds: 0)
    }
}
