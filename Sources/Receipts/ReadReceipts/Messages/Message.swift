public import FirestoreModel

/// What receipts need to know of a message.
public struct Message: Sendable, Equatable {
    /// The message's document id.
    public var id: MessageID
    /// The user who sent it; nil when the document names none.
    public var senderID: UserID?
    /// How far it has come; nil when the document does not say, or says something else than a ``MessageStatus``.
    public var status: MessageStatus?
    /// When it was sent; nil when the document does not say.
    public var timestamp: Timestamp?
    /// Its text; nil when it was not asked for.
    public var text: String?
    /// Whether nobody has sent it, such as "Bob has joined": it has no receipts.
    public var isSystemMessage: Bool
    /// How far its sending has come on this device; a message that was read from the server is sent.
    public var sending: SendingState
    /// Why the server has refused it, while its ``sending`` has failed.
    public var sendingFailure: SendingFailure?
    /// When its document last changed; zero where the database does not keep that.
    public var updateTime: Timestamp
    /// Who has reached the stages that every schema has.
    private var delivered: ReceiptMarks
    private var read: ReceiptMarks
    /// Who has reached the stages behind read, in their order.
    private(set) var furtherMarks: [ReceiptMarks] = []
    /// What the message has in place of a status, in words; nil when the status is known or missing.
    var unknownStatus: String?
    /// Which schemas it can have, by its fields; nil where nobody has looked, as for a message that was just made.
    public internal(set) var layout: MessageLayout?

    /// Whether its fields are those of another schema than the one with which it was read. Then its receipts do not show, and none are
    /// written.
    public var isForeign: Bool { layout?.isForeign ?? false }

    /// How far the sending of one's own message has come. Only the sending device knows.
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
        delivered = ReceiptMarks(users: deliveredTo, firstTime: deliveredAt)
        read = ReceiptMarks(users: readBy, firstTime: readAt)
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
            status: value(schema.status)?.stringValue.flatMap(schema.messageStatus),
            timestamp: time(schema.timestamp), text: value(schema.text)?.stringValue,
            updateTime: document.updateTime ?? Timestamp(seconds: 0, nanoseconds: 0),
            isSystemMessage: value(schema.systemMessage) == .boolean(true))
        for stage in schema.stages {
            self[stage.receipt] = ReceiptMarks(users: users(stage.users), firstTime: time(stage.time))
        }
        if status == nil { unknownStatus = value(schema.status).map { $0.stringValue ?? "not a string" } }
        layout = recognizer?.layout(of: document)
    }
}

/// Who has reached which stage.
extension Message {
    /// Who has reached a stage, and when.
    public subscript(receipt: Receipt) -> ReceiptMarks {
        get {
            switch receipt.order {
            case ...1: delivered
            case 2: read
            default: furtherMarks.dropFirst(receipt.order - 3).first ?? ReceiptMarks()
            }
        }
        set {
            switch receipt.order {
            case ...1: delivered = newValue
            case 2: read = newValue
            default:
                while furtherMarks.count <= receipt.order - 3 { furtherMarks.append(ReceiptMarks()) }
                furtherMarks[receipt.order - 3] = newValue
            }
        }
    }

    /// The users who have received it, in schemas that keep them.
    public var deliveredTo: [UserID] {
        get { delivered.users }
        set { delivered.users = newValue }
    }

    /// When it was first received, in schemas that keep it.
    public var deliveredAt: Timestamp? {
        get { delivered.firstTime }
        set { delivered.firstTime = newValue }
    }

    /// The users who have read it.
    public var readBy: [UserID] {
        get { read.users }
        set { read.users = newValue }
    }

    /// When it was first read, in schemas that keep it.
    public var readAt: Timestamp? {
        get { read.firstTime }
        set { read.firstTime = newValue }
    }

    /// When users have read it, by user, in schemas that keep it.
    public var readTimes: [UserID: Timestamp] {
        get { read.times }
        set { read.times = newValue }
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
