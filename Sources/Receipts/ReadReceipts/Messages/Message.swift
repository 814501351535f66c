public import FirestoreModel

/// A message, as far as receipts need it.
public struct Message: Sendable, Equatable {
    /// The message's document id.
    public var id: MessageID
    /// The user who sent it; nil if the document has none.
    public var senderID: UserID?
    /// The status; nil if the document has none, or one that the schema does not know.
    public var status: MessageStatus?
    /// When it was sent; nil if the document does not say.
    public var timestamp: Timestamp?
    /// Its text; nil if it was not read.
    public var text: String?
    /// Whether it is a system message, such as "Bob has joined", which has no receipts.
    public var isSystemMessage: Bool
    /// The state of sending on this device; messages read from the server are sent.
    public var sending: SendingState
    /// Why the server refused it, if ``sending`` is failed.
    public var sendingFailure: SendingFailure? {
        get { rarities.parts.sendingFailure }
        set { rarities.parts.sendingFailure = newValue }
    }
    /// When its document last changed; zero if the database does not store that.
    public var updateTime: Timestamp
    /// Who has reached the stages of every schema.
    private var delivered: ReceiptMarks
    private var read: ReceiptMarks
    /// Who has reached the stages after read, in order.
    private(set) var furtherMarks: [ReceiptMarks] {
        get { rarities.parts.furtherMarks }
        set { rarities.parts.furtherMarks = newValue }
    }
    /// The stored status if the schema does not know it; nil for a status that is known or missing.
    package var unknownStatus: String? {
        get { rarities.parts.unknownStatus }
        set { rarities.parts.unknownStatus = newValue }
    }
    private var rarities = Rarities.none
    /// Which schemas its fields fit; nil if not determined, as for a new message.
    public internal(set) var layout: MessageLayout?

    /// Whether its fields are those of another schema. Then its receipts are neither shown nor written.
    public var isForeign: Bool { layout?.isForeign ?? false }

    /// The state of sending a message of this device's user.
    public enum SendingState: String, Sendable, CaseIterable, Codable {
        /// It is being sent.
        case sending
        /// It waits, for example for a connection.
        case pending
        /// The server refused it.
        case failed
        /// The server has it.
        case sent
    }

    /// Why the server refused a message.
    public struct SendingFailure: Sendable, Equatable {
        /// The kind of failure.
        public let code: ReceiptsError.Code
        /// One line: what failed, where, and what to do.
        public let message: String
        /// The number under which the embedded emulator explains the denial: see `FirestoreError.decision`. Nil for other servers.
        public let decision: Int?

        /// Creates a reason.
        public init(_ code: ReceiptsError.Code, _ message: String, decision: Int? = nil) {
            self.code = code
            self.message = message
            self.decision = decision
        }
    }

    /// What few messages have, so that it takes no space in the others.
    private indirect enum Rarities: Sendable, Equatable {
        case none
        case some(Parts)

        struct Parts: Sendable, Equatable {
            var sendingFailure: SendingFailure?
            var furtherMarks: [ReceiptMarks] = []
            var unknownStatus: String?
        }

        var parts: Parts {
            get {
                if case .some(let parts) = self { parts } else { Parts() }
            }
            set { self = newValue == Parts() ? .none : .some(newValue) }
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
    /// - Parameter recognizer: Determines the schema of the message; nil to assume this schema.
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

    /// The users who have received it, in schemas that store them.
    public var deliveredTo: [UserID] {
        get { delivered.users }
        set { delivered.users = newValue }
    }

    /// When it was first received, in schemas that store it.
    public var deliveredAt: Timestamp? {
        get { delivered.firstTime }
        set { delivered.firstTime = newValue }
    }

    /// The users who have read it.
    public var readBy: [UserID] {
        get { read.users }
        set { read.users = newValue }
    }

    /// When it was first read, in schemas that store it.
    public var readAt: Timestamp? {
        get { read.firstTime }
        set { read.firstTime = newValue }
    }

    /// When each user read it, in schemas that store it.
    public var readTimes: [UserID: Timestamp] {
        get { read.times }
        set { read.times = newValue }
    }
}

extension MapValue {
    /// The ids in a field with a list of users.
    func users(in field: String) -> [UserID] {
        (self[FieldName(field)]?.arrayValue ?? []).compactMap { element in
            element.stringValue.map { UserID($0) }
        }
    }
}

extension Message {
    /// The order of a chat: by time, then by id; messages without a time come after those with one. Messages that the server does not have
    /// yet come last, because this device's clock may be wrong.
    package static func isOlder(_ left: Message, _ right: Message) -> Bool {
        if (left.sending == .sent) != (right.sending == .sent) { return left.sending == .sent }
        return switch (left.timestamp, right.timestamp) {
        case (let a?, let b?) where a != b: a < b
        case (_?, nil): true
        case (nil, _?): false
        case (_, _): left.id < right.id
        }
    }
}
