import FirestoreModel

/// What receipts change in a message. A message that was read has been delivered, too.
struct ReceiptChange: Equatable {
    private struct Status: Equatable {
        let field: String
        let new: MessageStatus
    }

    private struct Additions: Equatable {
        let field: String
        var users: [UserID]
    }

    /// The status to move forward to.
    private var status: Status?
    /// The lists to which users are added.
    private var lists: [Additions] = []
    /// The fields of times that are set now, because this is the first such receipt.
    private var times: [String] = []

    /// Finds what is missing for one user.
    init(_ receipt: Receipt, by user: UserID, of message: Message, schema: ReceiptSchema) {
        if let field = schema.status, message.status.map({ $0 < receipt.status }) ?? true {
            status = Status(field: field, new: receipt.status)
        }
        add(user, to: message.deliveredTo, schema.deliveredTo, time: message.deliveredAt, schema.deliveredAt)
        if receipt == .read {
            add(user, to: message.readBy, schema.readBy, time: message.readAt, schema.readAt)
        }
    }

    private mutating func add(
        _ user: UserID, to users: [UserID], _ list: String?, time: Timestamp?, _ timeField: String?
    ) {
        guard let list, !users.contains(user) else { return }
        lists.append(Additions(field: list, users: [user]))
        if let timeField, time == nil { times.append(timeField) }
    }

    var isNeeded: Bool { status != nil || !lists.isEmpty }

    /// Adds what another receipt changes in the same version of the message.
    mutating func merge(_ other: ReceiptChange) {
        if let theirs = other.status, status.map({ $0.new < theirs.new }) ?? true { status = theirs }
        for list in other.lists {
            if let index = lists.firstIndex(where: { $0.field == list.field }) {
                for user in list.users
                where !lists[index].users.contains(user) {
                    lists[index].users.append(user)
                }
            } else {
                lists.append(list)
            }
        }
        for time in other.times where !times.contains(time) { times.append(time) }
    }

    /// Delivered may be overtaken by read, which it must not undo, and the first time is kept: so these are written only onto the
    /// version that was read. Nothing is further than read, and arrayUnion keeps what others add: those are safe on whatever
    /// version is there by then.
    private var dependsOnVersion: Bool {
        !times.isEmpty || status.map { $0.new < .read } ?? false
    }

    /// The write that makes the change to a version of a message.
    func write(to name: DocumentName, version: Timestamp?) -> Write {
        var fields = MapValue()
        if let status { fields[FieldName(status.field)] = .string(status.new.rawValue) }
        let unions = lists.map {
            FieldTransform(FieldPath([$0.field]), .appendMissingElements($0.users.map { .string($0.string) }))
        }
        let stamps = times.map { FieldTransform(FieldPath([$0]), .setToServerTime) }
        return Write(
            .update(name, fields, mask: DocumentMask(fields: status.map { [$0.field] } ?? [])),
            transforms: unions + stamps,
            precondition: dependsOnVersion
                ? version.map(Precondition.updateTime) ?? .exists(true) : .exists(true))
    }
}
