/// One change to a conversation's messages, as a listener reports it.
public struct MessageChange: Sendable, Equatable {
    /// What happened to the message.
    public enum Kind: String, Sendable, CaseIterable {
        /// It is new, or it was there when the listening began.
        case added
        /// Its document has changed.
        case modified
        /// It was deleted, or newer messages have pushed it out of what is listened to.
        case removed
    }

    /// What happened.
    public var kind: Kind
    /// The message as it is now, or as it was last seen when it was removed.
    public var message: Message
    /// The message before the change; nil when it was added.
    public var previous: Message?

    /// Creates a change.
    public init(_ kind: Kind, _ message: Message, previous: Message? = nil) {
        self.kind = kind
        self.message = message
        self.previous = previous
    }
}
