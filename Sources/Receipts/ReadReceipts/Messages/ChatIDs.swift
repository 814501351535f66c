public import CoreValues

/// The id of a message: of its document in Cloud Firestore, its key in a Realtime Database.
public struct MessageID: ExactText, Codable {
    /// The id as a `String`.
    public let string: String

    /// Takes an id unchanged.
    public init(_ string: String) { self.string = string }
}

/// The id of a conversation: of its document in Cloud Firestore, its key in a Realtime Database.
public struct ConversationID: ExactText, Codable {
    /// The id as a `String`.
    public let string: String

    /// Takes an id unchanged.
    public init(_ string: String) { self.string = string }
}

/// The id of a user, as Firebase Authentication gives it.
public struct UserID: ExactText, Codable {
    /// The id as a `String`.
    public let string: String

    /// Takes an id unchanged.
    public init(_ string: String) { self.string = string }
}
