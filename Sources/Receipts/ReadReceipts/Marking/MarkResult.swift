/// Why a message was skipped.
public enum SkipReason: String, Sendable, CaseIterable {
    /// The user sent it; nobody marks their own messages.
    case ownMessage
    /// It is a system message, which has no receipts.
    case systemMessage
    /// It has already reached the stage, or a later one.
    case alreadyMarked
    /// The schema does not store this receipt.
    case notKept
    /// The user does not send receipts.
    case receiptsOff
    /// It has the fields of another schema; a receipt would mix the two.
    case otherSchema
}

/// The result of marking messages.
public struct MarkResult: Sendable, Equatable {
    /// A message that could not be marked.
    public struct Failure: Sendable, Equatable {
        /// The message's id.
        public var messageID: MessageID
        /// The reason, in one line.
        public var reason: String

        /// Creates a failure.
        public init(messageID: MessageID, reason: String) {
            self.messageID = messageID
            self.reason = reason
        }
    }

    /// The ids of the messages that were marked.
    public var marked: [MessageID] = []
    /// The number of skipped messages, by reason.
    public var skipped: [SkipReason: Int] = [:]
    /// The messages that could not be marked.
    public var failed: [Failure] = []
    /// The number of commits.
    public var commits = 0
    /// The number of documents read, as production bills them.
    public var documentsRead = 0
    /// The number of documents written.
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

    /// The number of skipped messages.
    public var skippedCount: Int { skipped.values.reduce(0, +) }
}
