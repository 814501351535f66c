/// The schemas of widespread chat designs.
extension ReceiptSchema {
    /// `conversations/{c}/messages/{m}` with `status` (sending, sent, delivered, read) and `readBy`, members in
    /// `conversations/{c}.participants`.
    public static let status = ReceiptSchema(name: "status")

    /// `conversations/{c}/messages/{m}` with `deliveredTo`, `deliveredAt`, `readBy` and `readAt`, members in
    /// `conversations/{c}.participants`; a member who leaves still counts.
    public static let deliveredTo = ReceiptSchema(
        name: "delivered-to", status: nil, deliveredTo: "deliveredTo", deliveredAt: "deliveredAt",
        readAt: "readAt", waitsForFormerMembers: true)

    /// `chats/{c}/messages/{m}` with `id`, `senderID` and `readBy`, members in `chats/{c}.members`.
    public static let readBy = ReceiptSchema(
        name: "read-by", conversations: "chats", members: "members", messageID: "id", sender: "senderID",
        status: nil)

    /// `conversations/{c}/messages/{m}` without receipts, and for each member a cursor `conversations/{c}/reads/{uid}` with `deliveredUpTo`,
    /// `deliveredUpToID`, `readUpTo`, `readUpToID` and `updatedAt`; members in `conversations/{c}.participants`.
    public static let readUpTo = ReceiptSchema(
        name: "read-up-to", status: nil, cursors: CursorLayout(), deliveredUpTo: "deliveredUpTo",
        readUpTo: "readUpTo", showsFormerReaders: false)

    /// In the Realtime Database, `messages/{c}/{m}` with `senderID`, `serverTimestamp` and `readBy/{uid}: milliseconds`, members in
    /// `conversations/{c}/members/{uid}: true`.
    public static let readAt = ReceiptSchema(
        name: "read-at", store: .realtimeDatabase, members: "members", sender: "senderID",
        timestamp: "serverTimestamp", status: nil, showsFormerReaders: false, readersOrder: .mostRecent)

    /// The presets.
    public static let presets: [ReceiptSchema] = [.status, .deliveredTo, .readBy, .readUpTo, .readAt]

    /// The presets for one kind of database.
    public static func presets(of store: ReceiptStore) -> [ReceiptSchema] {
        presets.filter { $0.store == store }
    }

    /// The preset with a name.
    public static func preset(named name: String) -> ReceiptSchema? {
        presets.first { $0.name == name }
    }
}
