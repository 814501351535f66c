import FirestoreModel

/// What receipts change in a message. The same rule holds for every stage, and for writing and showing the change.
///
/// A stage moves the status forward, adds the user to those who have reached it, and sets the time of the first. A user who reaches a stage
/// has reached all earlier ones.
struct ReceiptChange: Equatable {
    struct Status: Equatable {
        let field: String
        let new: MessageStatus
        /// Whether a later stage may overtake it.
        let isLast: Bool
    }

    /// Users to add to those who have reached a stage.
    struct Additions: Equatable {
        let receipt: Receipt
        let field: String
        var users: [UserID]
    }

    /// The status to move forward to.
    private(set) var status: Status?
    /// The lists to which users are added, by stage.
    private(set) var lists: [Additions] = []
    /// The time fields to set, because this is the first such receipt.
    private(set) var times: [String] = []

    /// Finds what is missing for one user.
    ///
    /// - Parameter stages: The stages that the user has reached, in their order.
    init(_ stages: some Sequence<ReceiptStage>, by user: UserID, of message: Message, schema: ReceiptSchema) {
        for stage in stages {
            if let field = schema.status, let new = schema.statusValue(of: stage),
                message.status.map({ $0 < new }) ?? true
            {
                status = Status(field: field, new: new, isLast: new == schema.statuses.last)
            }
            let marks = message[stage.receipt]
            guard let field = stage.users ?? stage.upTo, !marks.users.contains(user) else { continue }
            lists.append(Additions(receipt: stage.receipt, field: field, users: [user]))
            if let time = stage.time, marks.firstTime == nil { times.append(time) }
        }
    }

    var isNeeded: Bool { status != nil || !lists.isEmpty }

    /// Whether the write must require the version of the message that was read. It must if a later stage could overtake the status, which
    /// never moves back, or if it sets a first time. The last status cannot be overtaken, and lists keep what others add.
    var dependsOnVersion: Bool { !times.isEmpty || status.map { !$0.isLast } ?? false }

    /// Adds the change of another receipt to the same version of the message.
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

    /// The message after the change, without the times that only the server knows.
    func applied(to message: Message) -> Message {
        var message = message
        if let status { message.status = status.new }
        for list in lists { message[list.receipt].users += list.users }
        return message
    }
}
