/// The kind of database.
public enum ReceiptStore: String, Sendable, CaseIterable, Codable {
    /// Cloud Firestore, with the messages below their conversation.
    case firestore
    /// The Firebase Realtime Database, with the messages under the conversation's id, apart from the conversation.
    case realtimeDatabase
}

/// What depends on the kind of database. A new kind has to answer each of these.
extension ReceiptStore {
    /// Whether the server pushes every change, so that nobody has to poll.
    package var reportsChanges: Bool {
        switch self {
        case .firestore: false
        case .realtimeDatabase: true
        }
    }

    /// Whether conversations of two show a check mark instead of words, if messages store only their readers.
    var marksPairsWithCheck: Bool {
        switch self {
        case .firestore: false
        case .realtimeDatabase: true
        }
    }

    /// The English words of the usual design of these chats.
    ///
    /// In the Realtime Database messages store no delivery, so an unread message is sent rather than delivered, unless its status says
    /// otherwise. There, a member without a profile has deleted the account.
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
