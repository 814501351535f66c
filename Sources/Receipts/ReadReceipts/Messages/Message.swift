public import FirestoreModel

/// What receipts need to know of a message.
public struct Message: Sendable, Equatable {
    /// The message's document id.
    public var id: MessageID
    /// The user who sent it; nil when the document names none.
    public var senderID: UserID?
    /// How far it has come; nil when the document does not say, or says something else than a ``MessageStatus``.
    public var status: MessageStatus?
    /// The users who have received it, in schemas that keep them.
    public var deliveredTo: [UserID]
    /// When it was first received, in schemas that keep it.
    public var deliveredAt: Timestamp?
    /// The users who have read it.
    public var readBy: [UserID]
    /// When it was first read, in schemas that keep it.
    public var readAt: Timestamp?
    /// When users have read it, by user, in schemas that keep it.
    public var readTimes: [UserID: Timestamp] = [:]
    /// When it was sent; nil when the document does not say.
    public var timestamp: Timestamp?
    /// Its text; nil when it was not asked for.
    public var text: String?
    /// Whether nobody has sent it, such as "Bob has joined": it has no receipts.
    public var isSystemMessage: Bool
    /// How its sending stands on this device; a message that was read from the server is sent.
    public var sending: SendingState
    /// Why the server has refused it, while its ``sending`` has failed.
    public var sendingFailure: SendingFailure?
    /// When its document last changed; zero where the database does not keep that.
    public var updateTime: Timestamp
    /// What the message has in place of a status, in words; nil when that is a good one or missing.
    var unknownStatus: String?
    /// Which schemas it can have, by the fields that are in it; nil where nobody has looked, as for a message that was just made.
    public internal(set) var layout: MessageLayout?

    /// Whether its fields are those of another schema than the one with which it was read: then its receipts are not to be seen, and
    /// none are written.
    public var isForeign: Bool { layout?.isForeign ?? false }

    /// How the sending of one's own message stands, which only the device knows that sends it.
    public enum SendingState: String, Sendable, CaseIterable, Codable {
        /// It is on its way.
        case sending
        /// It waits, such as for a connection.
        case pending
        /// The server has refused it.
        case failed
        /// The server has it.
        case sent
    }

    /// Why the server has refused a message.
    public struct SendingFailure: Sendable, Equatable {
        /// What kind of failure it is.
        public let code: ReceiptsError.Code
        /// One line: what failed, where, and what to do.
        public let message: String
        /// The number under which the embedded emulator explains why its rules denied it: see ``FirestoreError/decision``. Nil of other
        /// servers.
        public let decision: Int?

        /// Creates a reason.
        public init(_ code: ReceiptsError.Code, _ message: String, decision: Int? = nil) {
            self.code = code
            self.message = message
            self.decision = decision
        }
    }

    /// Creates a message.
    public init(
        id: MessageID, senderID: UserID?, status: MessageStatus?, readBy: [UserID] = [],
        timestamp: Timestamp? = nil, text: String? = nil,
        updateTime: Timestamp = Timestamp(seconds: 0, nanoseconds: 0), deliveredTo: [UserID] = [],
        deliveredAt: Timestamp? = nil, readAt: Timestamp? = nil, isSystemMessage: Bool = false,
        sending: SendingState = .sent
    ) {
        self.id = id
        self.senderID = senderID
        self.status = status
        self.deliveredTo = deliveredTo
        self.deliveredAt = deliveredAt
        self.readBy = readBy
        self.readAt = readAt
        self.timestamp = timestamp
        self.text = text
        self.isSystemMessage = isSystemMessage
        self.sending = sending
        self.updateTime = updateTime
    }

    /// Reads a message from its document.
    ///
    /// - Parameter recognizer: Finds out which schema the message has; nil to take it for one of this schema.
    package init(_ document: Document, schema: ReceiptSchema, recognizer: SchemaRecognizer? = nil) {
        let fields = document.fields
        func value(_ field: String?) -> Value? { field.flatMap { fields[FieldName($0)] } }
        func users(_ field: String?) -> [UserID] { field.map { fields.users(in: $0) } ?? [] }
        func time(_ field: String?) -> Timestamp? {
            if case .timestamp(let time)? = value(field) { time } else { nil }
        }
        self.init(
            id: MessageID(document.name.path.id.string),
            senderID: value(schema.sender)?.stringValue.map { UserID($0) },
            status: value(schema.status)?.stringValue.flatMap(MessageStatus.init),
            readBy: users(schema.readBy), timestamp: time(schema.timestamp),
            text: value(schema.text)?.stringValue,
            updateTime: document.updateTime ?? Timestamp(seconds: 0, nanoseconds: 0),
            deliveredTo: users(schema.deliveredTo), deliveredAt: time(schema.deliveredAt),
            readAt: time(schema.readAt), isSystemMessage: value(schema.systemMessage) == .boolean(true))
        if status == nil { unknownStatus = value(schema.status).map { $0.stringValue ?? "not a string" } }
        layout = recognizer?.layout(of: document)
    }
}

extension MapValue {
    /// The ids in a field that holds a list of users.
    func users(in field: String) -> [UserID] {
        (self[FieldName(field)]?.arrayValue ?? []).compactMap { element in
            element.stringValue.map { UserID($0) }
        }
    }
}
