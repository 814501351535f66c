/// Which of the known schemas a message can have, by the fields that are in it.
///
/// A ``ReceiptService`` knows its own schema and its alternatives; a message without any field of theirs can have each of them.
public struct MessageLayout: Sendable, Hashable {
    /// A bit for each of the known schemas, the lowest for the one with which the message was read.
    let schemas: UInt64
    /// Whether it has fields that no single schema keeps, so that it has several schemas at once.
    public let isMixed: Bool

    /// Whether the message does not have the schema with which it was read: its receipts are elsewhere.
    public var isForeign: Bool { schemas & 1 == 0 }

    /// The layout of messages that have another schema.
    static let foreign = MessageLayout(schemas: 0, isMixed: false)
}

/// Which of the known schemas the messages of a conversation have.
public struct ConversationLayout: Sendable, Equatable {
    /// The names of the schemas: those that all of the messages can have, or, where there is no such schema, those that some have.
    public var schemas: [String]
    /// Whether any message tells: a conversation that is empty can have each of the schemas.
    public var isKnown: Bool
    /// Whether its messages have several schemas, each message one of them or single messages several at once.
    public var isMixed: Bool
    /// Whether none of the messages has the schema with which they were read.
    public var isForeign: Bool
}

/// What the layouts of messages say of their conversation. A value that collects.
struct LayoutEvidence: Sendable {
    private let all: UInt64
    /// The schemas that all decisive messages have.
    private var common: UInt64
    /// The schemas that some decisive message has.
    private var found: UInt64 = 0
    private var hasDecisive = false
    private var hasMixed = false
    private var hasUndecided = false
    /// Whether some message can have none of the schemas: it says nothing of the others.
    private var hasRefuted = false

    /// - Parameter count: How many schemas are known.
    init(of count: Int) {
        all = count >= 64 ? .max : (1 << UInt64(count)) - 1
        common = all
    }

    /// Takes a message's layout in; nil for one that was not looked at.
    mutating func note(_ layout: MessageLayout?) {
        guard let layout else { return }
        if layout.schemas == 0 {
            hasRefuted = true
            return
        }
        guard layout.schemas != all || layout.isMixed else {
            hasUndecided = true
            return
        }
        hasDecisive = true
        common &= layout.schemas
        found |= layout.schemas
        hasMixed = hasMixed || layout.isMixed
    }

    /// Whether all messages can have none of the schemas.
    private var isRefuted: Bool { hasRefuted && !hasDecisive && !hasUndecided }

    /// Whether any message tells.
    var isKnown: Bool { hasDecisive || isRefuted }

    var isMixed: Bool { hasDecisive && (hasMixed || common == 0) }

    /// The schemas of the conversation, by bit.
    var schemas: UInt64 { isRefuted ? 0 : isMixed ? found : common }

    /// Whether the messages have another schema than the one with which they were read.
    var isForeign: Bool { schemas & 1 == 0 }

    /// The message, as what it does not tell by itself is known from the others.
    func applied(to message: Message) -> Message {
        guard isForeign, message.layout != nil else { return message }
        var message = message
        message.layout = .foreign
        return message
    }
}
