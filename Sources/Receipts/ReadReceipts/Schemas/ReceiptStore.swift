/// The kind of database that keeps chats.
public enum ReceiptStore: String, Sendable, CaseIterable, Codable {
    /// Cloud Firestore: conversations with their messages below them.
    case firestore
    /// The Firebase Realtime Database: messages apart from the conversations, under the conversation's id.
    case realtimeDatabase
}

/// How chats look and behave by the kind of their database: what a new kind has to answer.
extension ReceiptStore {
    /// Whether the server reports every change by itself, so that nobody has to ask.
    package var reportsChanges: Bool {
        switch self {
        case .firestore: false
        case .realtimeDatabase: true
        }
    }

    /// Whether a check mark stands in place of words between two members, where messages keep no status and no delivery.
    var marksPairsWithCheck: Bool {
        switch self {
        case .firestore: false
        case .realtimeDatabase: true
        }
    }

    /// English words, as the design of these chats has them.
    ///
    /// Where messages keep no delivery, an unread message is sent rather than delivered, unless its status says otherwise; where each
    /// reading has its time, a member without a profile has deleted the account.
    var strings: ReceiptStrings {
        var strings = ReceiptStrings.english
        switch self {
        case .firestore: break
        case .realtimeDatabase:
            strings.deliveredSection = strings.delivered
            (strings.delivered, strings.deliveredLabel) = ("Sent", strings.sentLabel)
            strings.unknownUser = "Deleted User"
        }
        return strings
    }
}
