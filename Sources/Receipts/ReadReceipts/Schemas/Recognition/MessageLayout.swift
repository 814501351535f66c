/// Which of the known schemas fit the fields of a message.
///
/// A ``ReceiptService`` knows its own schema and its alternatives. A message without any of their fields fits all of them.
public struct MessageLayout: Sendable, Hashable {
    /// One bit for each known schema; the lowest is the service's own.
    let schemas: UInt64
    /// Whether it mixes the fields of several schemas.
    public let isMixed: Bool

    /// Whether the service's own schema does not fit, so the receipts are in other fields.
    public var isForeign: Bool { schemas & 1 == 0 }

    /// The layout of messages that have another schema.
    static let foreign = MessageLayout(schemas: 0, isMixed: false)
}

/// Which of the known schemas fit the messages of a conversation.
public struct ConversationLayout: Sendable, Equatable {
    /// The names of the schemas that fit all messages or, if there are none, those that fit some.
    public var schemas: [String]
    /// Whether any message is conclusive; an empty conversation fits all schemas.
    public var isKnown: Bool
    /// Whether several schemas occur, in different messages or within one.
    public var isMixed: Bool
    /// Whether the service's own schema fits none of the messages.
    public var isForeign: Bool
}

/// Collects what the layouts of messages reveal about their conversation. A value.
struct LayoutEvidence: Sendable {
    private let all: UInt64
    /// The schemas that fit all conclusive messages.
    private var common: UInt64
    /// The schemas that fit some conclusive message.
    private var found: UInt64 = 0
    private var hasDecisive = false
    private var hasMixed = false
    private var hasUndecided = false
    /// Whether some message fits no schema; that reveals nothing about the others.
    private var hasRefuted = false

    /// - Parameter count: The number of known schemas.
    init(of count: Int) {
        all = count >= 64 ? .max : (1 << UInt64(count)) - 1
        common = all
    }

    /// Adds a message's layout; nil if it was not determined.
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

    /// Whether no message fits any schema.
    private var isRefuted: Bool { hasRefuted && !hasDecisive && !hasUndecided }

    /// Whether any message is conclusive.
    var isKnown: Bool { hasDecisive || isRefuted }

    var isMixed: Bool { hasDecisive && (hasMixed || common == 0) }

    /// The schemas of the conversation, by bit.
    var schemas: UInt64 { isRefuted ? 0 : isMixed ? found : common }

    /// Whether the messages have another schema than the service's own.
    var isForeign: Bool { schemas & 1 == 0 }

    /// The message, marked foreign if the other messages show that it is.
    func applied(to message: Message) -> Message {
        guard isForeign, message.layout != nil else { return message }
        var message = message
        message.layout = .foreign
        return message
    }
}
