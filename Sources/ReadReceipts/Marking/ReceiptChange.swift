import FirestoreModel

/// What a receipt changes in a message. A message that was read has been delivered, too.
struct ReceiptChange {
    /// The status to move forward to, with its field.
    private var status: (field: String, new: MessageStatus)?
    /// The fields of lists to which the user is added.
    private var lists: [String] = []
    /// The fields of times that are set now, because this is the first such receipt.
    private var times: [String] = []
    private let user: String

    /// Finds what is missing.
    init(_ receipt: Receipt, by user: String, of message: Message, schema: ReceiptSchema) {
        self.user = user
        if let field = schema.status, message.status.map({ $0 < receipt.status }) ?? true {
            status = (field, receipt.status)
        }
        add(message.deliveredTo, schema.deliveredTo, time: message.deliveredAt, schema.deliveredAt)
        if receipt == .read { add(message.readBy, schema.readBy, time: message.readAt, schema.readAt) }
    }

    private mutating func add(_ users: [String], _ list: String?, time: Timestamp?, _ timeField: String?) {
        guard let list, !users.contains(where: { $0.hasSameUTF8(as: user) }) else { return }
        lists.append(list)
        if let timeField, time == nil { times.append(timeField) }
    }

    var isNeeded: Bool { status != nil || !lists.isEmpty }

    /// Delivered may be overtaken by read, which it must not undo, and the first time is kept: so these are written only onto the
    /// version that was read. Nothing is further than read, and arrayUnion keeps what others add: those are safe on whatever
    /// version is there by then.
    private var dependsOnVersion: Bool {
        !times.isEmpty || status.map { $0.new < .read } ?? false
    }

    /// The write that makes the change to a message as it was read.
    func write(to document: Document) -> Write {
        var fields = MapValue()
        if let status { fields[FieldName(status.field)] = .string(status.new.rawValue) }
        let unions = lists.map {
            FieldTransform(FieldPath([$0]), .appendMissingElements([.string(user)]))
        }
        let stamps = times.map { FieldTransform(FieldPath([$0]), .setToServerTime) }
        let version = document.updateTime.map(Precondition.updateTime)
        return Write(
            .update(document.name, fields, mask: DocumentMask(fields: status.map { [$0.field] } ?? [])),
            transforms: unions + stamps,
            precondition: dependsOnVersion ? version ?? .exists(true) : .exists(true))
    }
}
