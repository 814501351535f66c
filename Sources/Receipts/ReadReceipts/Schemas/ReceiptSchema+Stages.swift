/// The table of stages.
extension ReceiptSchema {
    /// The stage with a name; nil if the schema does not have it.
    public func stage(named name: String) -> ReceiptStage? {
        stages.first { $0.receipt.name == name }
    }

    /// The stages after read.
    var furtherStages: ArraySlice<ReceiptStage> { stages.dropFirst(2) }

    /// The stages that a receipt marks, its own last; nil if the schema does not store it.
    func stages(markedBy receipt: Receipt) -> ArraySlice<ReceiptStage>? {
        let marked = stages.prefix(receipt.order)
        guard let own = marked.last, own.receipt == receipt else { return nil }
        return own.users != nil || own.upTo != nil || statusValue(of: own) != nil ? marked : nil
    }

    /// The status to which a stage moves messages; nil if it does not change the status.
    func statusValue(of stage: ReceiptStage) -> MessageStatus? {
        status == nil ? nil : stage.status.map { MessageStatus($0, of: stage.receipt) }
    }

    /// Whether messages show ticks: a check for each status.
    package var hasTicks: Bool { status != nil || cursors != nil }

    /// Whether it is known who has received a message.
    package var keepsDelivery: Bool { deliveredTo != nil || cursors != nil }

    /// Whether only the user's newest message has a label: messages store whom they were delivered to, but no status.
    package var labelsLastMessageOnly: Bool { status == nil && deliveredTo != nil }

    /// The statuses of messages, in order.
    public var statuses: [MessageStatus] {
        [.sending, .sent]
            + stages.compactMap { stage in stage.status.map { MessageStatus($0, of: stage.receipt) } }
    }

    /// The status of a stored text; nil for an unknown one.
    func messageStatus(_ text: String) -> MessageStatus? {
        if let known = MessageStatus(rawValue: text) { return known }
        return furtherStages.first { $0.status == text }.map { MessageStatus(text, of: $0.receipt) }
    }

    // MARK: Fields of delivered and read

    /// The message's field with the ids of those who have received it, an array of strings; nil if the schema does not store them.
    public var deliveredTo: String? {
        get { stages[0].users }
        set { stages[0].users = newValue }
    }

    /// The message's field with the time of its first delivery; nil if the schema does not store it.
    public var deliveredAt: String? {
        get { stages[0].time }
        set { stages[0].time = newValue }
    }

    /// The message's field with the ids of those who have read it: an array of strings; in the Realtime Database, keys with the time of
    /// the reading in milliseconds.
    public var readBy: String {
        get { stages[1].users ?? "readBy" }
        set { stages[1].users = newValue }
    }

    /// The message's field with the time at which it was first read; nil if the schema does not store it.
    public var readAt: String? {
        get { stages[1].time }
        set { stages[1].time = newValue }
    }
}
