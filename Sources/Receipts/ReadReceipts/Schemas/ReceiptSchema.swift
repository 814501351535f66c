/// Where a chat keeps its messages, and which fields carry their receipts.
///
/// Every name is a plain field or collection id, or a key of the Realtime Database. ``status``, ``deliveredTo``, ``readBy`` and
/// ``readAt`` are the presets; others are read from JSON files whose members are the properties of this type.
public struct ReceiptSchema: Sendable, Equatable, Codable {
    /// The schema's name, for people.
    public var name: String
    /// The kind of database.
    public var store: ReceiptStore
    /// The id of the collection that holds the conversations.
    public var conversations: String
    /// The id of the collection, below each conversation, that holds its messages; in the Realtime Database the key, at the root,
    /// below which they stand by conversation.
    public var messages: String
    /// The conversation's field with the ids of its members: an array of strings; in the Realtime Database they are keys with the value
    /// true.
    public var members: String
    /// The message's field that repeats its id, for new messages; nil for a schema that keeps none.
    public var messageID: String?
    /// The message's field with the id of its sender.
    public var sender: String
    /// The message's field with its text.
    public var text: String
    /// The message's field with the time at which it was sent.
    public var timestamp: String
    /// The message's field that is true for what nobody has sent, such as "Bob has joined".
    public var systemMessage: String
    /// The message's field with its ``MessageStatus``; nil for a schema that keeps none.
    public var status: String?
    /// The message's field with the ids of those who have received it, an array of strings; nil for a schema that keeps none.
    public var deliveredTo: String?
    /// The message's field with the time of its first delivery; nil for a schema that keeps none.
    public var deliveredAt: String?
    /// The message's field with the ids of those who have read it: an array of strings; in the Realtime Database they are keys with the
    /// time of the reading in milliseconds.
    public var readBy: String
    /// The message's field with the time at which it was first read; nil for a schema that keeps none.
    public var readAt: String?
    /// The id of the collection that holds the users' profiles, each under the user's id.
    public var users: String
    /// The profile's field with the name that others see.
    public var displayName: String
    /// The profile's field with the address of a picture.
    public var photoURL: String
    /// Whether a member who has received a message and then left is waited for until they have read it.
    public var waitsForFormerMembers: Bool
    /// Whether somebody who has read a message and then left is still shown among its readers.
    public var showsFormerReaders: Bool
    /// In which order those who have read a message are shown.
    public var readersOrder: ReceiptDetails.Order

    /// Creates a schema; what is left out is as in ``status``.
    public init(
        name: String, store: ReceiptStore = .firestore, conversations: String = "conversations",
        messages: String = "messages",
        members: String = "participants", messageID: String? = nil, sender: String = "senderId",
        text: String = "text",
        timestamp: String = "timestamp", systemMessage: String = "isSystemMessage",
        status: String? = "status", deliveredTo: String? = nil, deliveredAt: String? = nil,
        readBy: String = "readBy", readAt: String? = nil, users: String = "users",
        displayName: String = "displayName", photoURL: String = "photoURL",
        waitsForFormerMembers: Bool = false, showsFormerReaders: Bool = true,
        readersOrder: ReceiptDetails.Order = .alphabetical
    ) {
        self.name = name
        self.store = store
        self.showsFormerReaders = showsFormerReaders
        self.readersOrder = readersOrder
        self.conversations = conversations
        self.messages = messages
        self.members = members
        self.messageID = messageID
        self.sender = sender
        self.text = text
        self.timestamp = timestamp
        self.systemMessage = systemMessage
        self.status = status
        self.deliveredTo = deliveredTo
        self.deliveredAt = deliveredAt
        self.readBy = readBy
        self.readAt = readAt
        self.users = users
        self.displayName = displayName
        self.photoURL = photoURL
        self.waitsForFormerMembers = waitsForFormerMembers
    }
}
