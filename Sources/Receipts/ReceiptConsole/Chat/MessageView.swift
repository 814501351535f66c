import FirestoreModel
import ReadReceipts

/// A message for the page of one of the members.
struct MessageView: Encodable, Sendable, Equatable {
    /// What shows next to the user's own message.
    struct Receipt: Encodable, Sendable, Equatable {
        let symbol: String
        let tint: String
        @Nullable var text: String?
        /// What a screen reader says.
        let label: String
        /// What `{time}` in the text and the label stands for, in milliseconds since 1970.
        @Nullable var time: Double?

        init(_ label: ReceiptLabel, readAt time: Timestamp?) {
            symbol = label.symbol.rawValue
            tint = label.tint.rawValue
            text = label.text
            self.label = label.accessibilityLabel
            self.time = time?.milliseconds
        }
    }

    let id: MessageID
    @Nullable var sender: UserID?
    @Nullable var senderName: String?
    @Nullable var initials: String?
    @Nullable var photoURL: String?
    let mine: Bool
    @Nullable var text: String?
    /// In milliseconds since 1970, with fractions; nil until the server has set it.
    @Nullable var time: Double?
    let system: Bool
    let sending: String
    /// Why it could not be sent.
    @Nullable var failure: String?
    /// The decision of an emulator's rules that denied it.
    @Nullable var decision: RefusedDecision?
    /// Whether it shows a change that the server has not confirmed yet.
    let pending: Bool
    /// Whether the user has not read it yet.
    let unread: Bool
    @Nullable var receipt: Receipt?
    /// Whether the receipt opens the details.
    let details: Bool

    init(
        _ message: Message, _ receipt: DisplayedReceipt?, seenBy viewer: UserID, isGroup: Bool, pending: Bool,
        sender: PersonView?, formatter: ReceiptFormatter, store: ReceiptStore
    ) {
        let isMine = message.senderID == viewer
        id = message.id
        self.sender = message.senderID
        senderName = sender?.name
        initials = sender?.initials
        photoURL = sender?.photoURL
        mine = isMine
        text = message.text
        time = message.timestamp?.milliseconds
        system = message.isSystemMessage
        sending = message.sending.rawValue
        failure = message.sendingFailure.map { $0.words(for: sender?.name ?? viewer.string) }
        decision = message.sendingFailure?.decision.map { RefusedDecision(store: store, number: $0) }
        self.pending = pending
        unread = message.isUnread(by: viewer)
        self.receipt = receipt.flatMap { formatter.label($0, readAt: message.readAt) }
            .map { Receipt($0, readAt: message.readAt) }
        details = isMine && isGroup && message.sending == .sent && !message.isSystemMessage
    }
}

extension Message.SendingFailure {
    /// The reason, for people.
    fileprivate func words(for user: String) -> String {
        switch code {
        case .permissionDenied: "The rules do not allow \(user) to send this message."
        case .notAMember: "\(user) is not a member of this conversation."
        case .notFound: "This conversation is no longer in the database."
        case .invalidArgument, .invalidConversation: "The database does not accept this message: \(message)"
        case .notAuthenticated, .offline, .cancelled, .otherSchema, .server: message
        }
    }
}

extension Timestamp {
    /// Since 1970, with fractions, as pages have times.
    var milliseconds: Double { Double(microseconds) / 1000 }
}
