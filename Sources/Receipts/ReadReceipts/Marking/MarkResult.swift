/// Why a message was left as it is.
public enum SkipReason: String, Sendable, CaseIterable {
    /// The user has sent it: nobody marks their own messages.
    case ownMessage
    /// Nobody has sent it; system messages have no receipts.
    case systemMessage
    /// It has reached the stage already, or a later one.
    case alreadyMarked
    /// The schema keeps no such receipt.
    case notKept
    /// The user has chosen not to send receipts.
    case receiptsOff
    /// Its fields are those of another schema, and a receipt of this one would mix the two.
    case otherSchema
}

/// The result of marking messages.
public struct MarkResult: Sendable, Equatable {
    /// A message that could not be marked, and why.
    public struct Failure: Sendable, Equatable {
        /// The message's id.
        public var messageID: MessageID
        /// One clear line.
        public var reason: String

        /// Creates a failure.
        public init(messageID: MessageID, reason: String) {
            self.messageID = messageID
            self.reason = reason
        }
    }

    /// The ids of the messages that now carry the receipt.
    public var marked: [MessageID] = []
    /// How many messages needed nothing, by reason.
    public var skipped: [SkipReason: Int] = [:]
    /// The messages that could not be marked.
    public var failed: [Failure] = []
    /// How many commits succeeded.
    public var commits = 0
    /// How many documents were read, as production bills them.
    public var documentsRead = 0
    /// How many documents were written.
    public var documentsWritten = 0

    /// Creates an empty result.
    public init() {}

    /// Adds the result of another call.
    mutating func add(_ other: MarkResult) {
        marked += other.marked
        skipped.merge(other.skipped, uniquingKeysWith: +)
        failed += other.failed
        commits += other.commits
        documentsRead += other.documentsRead
        documentsWritten += other.documentsWritten
    }

    /// Whether all messages that could have been marked have another schema.
    var isAllOfOtherSchemas: Bool {
        marked.isEmpty && skipped.contains { $0.key == .otherSchema }
            && skipped.keys.allSatisfy { $0 == .otherSchema || $0 == .systemMessage }
    }

    /// How many messages needed nothing.
    public var skippedCount: Int { skipped.values.reduce(0, +) }
}
