import FirestoreModel
import RealtimeDatabaseModel

extension Message {
    /// Reads a message of a Realtime Database.
    ///
    /// - Parameter recognizer: Determines the schema of the message; nil to assume this schema.
    init(id: MessageID, _ node: DataNode, schema: ReceiptSchema, recognizer: SchemaRecognizer? = nil) {
        func value(_ field: String?) -> DataNode { field.map { node.child(DataKey($0)) } ?? .null }
        func text(_ field: String?) -> String? {
            if case .string(let text) = value(field) { text } else { nil }
        }
        // Clients may store a status here too. It is shown, but never written.
        let status = text(ReceiptSchema.status.status).flatMap(MessageStatus.init)
        self.init(
            id: id, senderID: text(schema.sender).map { UserID($0) }, status: status,
            timestamp: Timestamp(milliseconds: value(schema.timestamp)),
            text: text(schema.text), isSystemMessage: value(schema.systemMessage) == .boolean(true))
        for stage in schema.stages { self[stage.receipt] = ReceiptMarks(value(stage.users)) }
        layout = recognizer?.layout(of: node)
    }
}

extension ReceiptMarks {
    /// Reads who has reached a stage, earliest first. Keys with the value false do not count.
    fileprivate init(_ node: DataNode) {
        var marks: [(user: UserID, time: Timestamp?)] = []
        for (key, value) in node.children where value != .boolean(false) {
            marks.append((UserID(key.string), Timestamp(milliseconds: value)))
        }
        marks.sort { ($0.time ?? .zero, $0.user) < ($1.time ?? .zero, $1.user) }
        self.init(users: marks.map(\.user))
        for (user, time) in marks { times[user] = time }
    }
}

extension RealtimeChats {
    func message(_ id: MessageID, _ node: DataNode) -> Message {
        Message(id: id, node, schema: schema, recognizer: recognizer)
    }

    /// The messages below a node.
    func messages(below node: DataNode) -> [Message] {
        node.children.map { message(MessageID($0.key.string), $0.value) }
    }
}

extension UserProfile {
    /// Reads a profile of a Realtime Database.
    init(id: UserID, _ node: DataNode, schema: ReceiptSchema) {
        func text(_ field: String) -> String? {
            if case .string(let text) = node.child(DataKey(field)), !text.isEmpty { text } else { nil }
        }
        self.init(id: id, displayName: text(schema.displayName), photoURL: text(schema.photoURL))
    }
}

extension Timestamp {
    /// The time of a number of milliseconds since 1970; nil for other values, and for years outside 1 to 9999.
    init?(milliseconds node: DataNode) {
        guard case .number(let number) = node, number.magnitude < 253_402_300_800_000 else { return nil }
        let milliseconds = Int64(number.rounded(.down))
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        self =
            rest < 0
            ? Timestamp(seconds: seconds - 1, nanoseconds: Int32(rest + 1000) * 1_000_000)
            : Timestamp(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000)
    }

    /// The milliseconds since 1970.
    var milliseconds: Double { Double(seconds * 1000) + Double(nanoseconds / 1_000_000) }
}
