public import FirestoreModel

/// How far one member has come in a conversation.
public struct ReceiptCursor: Sendable, Equatable {
    /// The member's id.
    public let userID: UserID
    /// The last message that has reached each stage, by the order of the stages, or nil. A stage is never behind a later one.
    private var positions: [ChatPosition?] = []
    /// When the member last moved it; nil if the document does not say.
    public var updatedAt: Timestamp?
    /// When its document last changed; zero for one that does not exist.
    package var updateTime = Timestamp.zero

    /// Creates a cursor before all messages.
    public init(of user: UserID) { userID = user }

    /// The last message that has reached a stage, or nil.
    public subscript(receipt: Receipt) -> ChatPosition? {
        positions.dropFirst(receipt.order - 1).first ?? nil
    }

    /// Whether a message has reached a stage. A message without a time never does.
    public func hasReached(_ receipt: Receipt, with message: Message) -> Bool {
        guard let position = message.position, let own = self[receipt] else { return false }
        return own >= position
    }

    /// A message with the user among those who have reached its stages, as messages of other schemas store them. Nobody reads their own.
    package func marked(_ message: Message) -> Message {
        guard let position = message.position, message.senderID != userID else { return message }
        var message = message
        for (index, own) in positions.enumerated() {
            if let own, own >= position { message[Receipt("", order: index + 1)].users.append(userID) }
        }
        return message
    }

    /// Moves the cursor forward: a message that has reached a stage has reached all earlier ones.
    package mutating func move(_ receipt: Receipt, to position: ChatPosition) {
        while positions.count < receipt.order { positions.append(nil) }
        for index in 0..<receipt.order where positions[index].map({ $0 < position }) ?? true {
            positions[index] = position
        }
    }
}

extension ReceiptCursor {
    /// Reads a cursor from its document.
    package init(_ document: Document, schema: ReceiptSchema) {
        self.init(of: UserID(document.name.path.id.string))
        func time(_ field: String?) -> Timestamp? {
            guard let field, case .timestamp(let time)? = document.fields[FieldName(field)] else {
                return nil
            }
            return time
        }
        for stage in schema.stages {
            guard let time = time(stage.upTo) else { continue }
            let id = stage.upToID.flatMap { document.fields[FieldName($0)]?.stringValue }
            move(stage.receipt, to: ChatPosition(time: time, messageID: MessageID(id ?? "")))
        }
        updatedAt = time(schema.cursors?.updatedAt)
        updateTime = document.updateTime ?? .zero
    }
}
