/// Where a chat keeps its messages, and which fields carry their receipts.
///
/// Every name is a plain field or collection id. ``status`` is the preset; others are read from JSON files whose members
/// are the properties of this type.
public struct ReceiptSchema: Sendable, Equatable, Codable {
    /// The schema's name, for people.
    public var name: String
    /// The id of the collection that holds the conversations.
    public var conversations: String
    /// The id of the collection, below each conversation, that holds its messages.
    public var messages: String
    /// The conversation's field with the ids of its members, an array of strings.
    public var members: String
    /// The message's field with the id of its sender.
    public var sender: String
    /// The message's field with its text.
    public var text: String
    /// The message's field with the time at which it was sent.
    public var timestamp: String
    /// The message's field with its ``MessageStatus``.
    public var status: String
    /// The message's field with the ids of those who have read it, an array of strings.
    public var readBy: String

    /// Creates a schema; what is left out is as in ``status``.
    public init(
        name: String, conversations: String = "conversations", messages: String = "messages",
        members: String = "participants", sender: String = "senderId", text: String = "text",
        timestamp: String = "timestamp", status: String = "status", readBy: String = "readBy"
    ) {
        self.name = name
        self.conversations = conversations
        self.messages = messages
        self.members = members
        self.sender = sender
        self.text = text
        self.timestamp = timestamp
        self.status = status
        self.readBy = readBy
    }

    /// `conversations/{c}/messages/{m}` with `status` (sending, sent, delivered, read) and `readBy`, members in
    /// `conversations/{c}.participants`.
    public static let status = ReceiptSchema(name: "status")

    /// Reads a schema; members that are missing are as in ``status``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read(_ key: CodingKeys, _ usual: String) throws -> String {
            try values.decodeIfPresent(String.self, forKey: key) ?? usual
        }
        let preset = ReceiptSchema.status
        self.init(
            name: try read(.name, "custom"), conversations: try read(.conversations, preset.conversations),
            messages: try read(.messages, preset.messages), members: try read(.members, preset.members),
            sender: try read(.sender, preset.sender), text: try read(.text, preset.text),
            timestamp: try read(.timestamp, preset.timestamp), status: try read(.status, preset.status),
            readBy: try read(.readBy, preset.readBy))
    }
}
