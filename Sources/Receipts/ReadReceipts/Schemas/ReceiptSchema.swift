/// Where a chat stores its messages, and which fields hold their receipts.
///
/// Every name is a plain field or collection id, or a key of the Realtime Database. ``presets`` has `status`,
/// `delivered-to`, `read-by`, `read-up-to` and `read-at`. You can describe others in a JSON file, whose members have the names of these properties, and whose
/// `stages` are the stages after read.
public struct ReceiptSchema: Sendable, Equatable, Codable {
    /// The schema's name, for people.
    public var name: String
    /// The kind of database.
    public var store: ReceiptStore
    /// The id of the collection of conversations.
    public var conversations: String
    /// The id of the collection of messages below each conversation; in the Realtime Database, a key at the root with the messages of each
    /// conversation below it.
    public var messages: String
    /// The conversation's field with the ids of its members: an array of strings; in the Realtime Database, keys with the value
    /// true.
    public var members: String
    /// The message's field that repeats its id, for new messages; nil if the schema does not store it.
    public var messageID: String?
    /// The message's field with the id of its sender.
    public var sender: String
    /// The message's field with its text.
    public var text: String
    /// The message's field with the time at which it was sent.
    public var timestamp: String
    /// The message's field that is true for system messages, such as "Bob has joined".
    public var systemMessage: String
    /// The message's field with its ``MessageStatus``; nil if the schema does not store it.
    public var status: String?
    /// Where each member's cursor is stored; nil if messages themselves store their receipts.
    public var cursors: CursorLayout?
    /// The stages of a receipt, in order: delivered, read, and further ones.
    public internal(set) var stages: [ReceiptStage]
    /// The id of the collection of user profiles, whose ids are the users' ids.
    public var users: String
    /// The profile's field with the name that others see.
    public var displayName: String
    /// The profile's field with the URL of a picture.
    public var photoURL: String
    /// Whether members count who received a message but left before they read it.
    public var waitsForFormerMembers: Bool
    /// Whether to show former members who have read a message.
    public var showsFormerReaders: Bool
    /// The order of the readers.
    public var readersOrder: ReceiptDetails.Order

    /// Creates a schema, by default like the preset `status`. Each parameter is the property of its name; `furtherStages` are the stages
    /// after read, in order.
    public init(
        name: String, store: ReceiptStore = .firestore, conversations: String = "conversations",
        messages: String = "messages",
        members: String = "participants", messageID: String? = nil, sender: String = "senderId",
        text: String = "text",
        timestamp: String = "timestamp", systemMessage: String = "isSystemMessage",
        status: String? = "status", deliveredTo: String? = nil, deliveredAt: String? = nil,
        readBy: String = "readBy", readAt: String? = nil, cursors: CursorLayout? = nil,
        deliveredUpTo: String? = nil, readUpTo: String? = nil, users: String = "users",
        displayName: String = "displayName", photoURL: String = "photoURL",
        waitsForFormerMembers: Bool = false, showsFormerReaders: Bool = true,
        readersOrder: ReceiptDetails.Order = .alphabetical, furtherStages: [ReceiptStage] = []
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
        stages = [
            ReceiptStage(
                .delivered, status: "delivered", users: deliveredTo, time: deliveredAt, upTo: deliveredUpTo),
            ReceiptStage(
                .read, status: "read", users: cursors == nil ? readBy : nil, time: readAt, upTo: readUpTo),
        ]
        self.cursors = cursors
        for var stage in furtherStages {
            stage.receipt = Receipt(stage.receipt.name, order: stages.count + 1)
            stages.append(stage)
        }
        self.users = users
        self.displayName = displayName
        self.photoURL = photoURL
        self.waitsForFormerMembers = waitsForFormerMembers
    }
}
