/// What the sender of a message sees next to it, depending on the schema.
public enum DisplayedReceipt: Sendable, Equatable {
    /// Messages store a status, or members have cursors.
    case status(DisplayedStatus)
    /// Messages store who has received and who has read them.
    case delivery(ReadReceiptStatus, isGroup: Bool)
    /// Messages store only who has read them.
    case progress(ReadProgress)
    /// The same in a conversation of two, in designs that show a check mark.
    case checkmark(ReadProgress)
    /// Somebody has reached a further stage of the schema; this is the furthest.
    case stage(StageProgress, hasTicks: Bool)

    /// Computes what a user sees next to a message.
    ///
    /// - Returns: nil if the message shows no receipt to this user, as messages of others and of another schema.
    public init?(
        of message: Message, among audience: ReceiptAudience, seenBy user: UserID, schema: ReceiptSchema
    ) {
        if message.isForeign { return nil }
        let furthest = StageProgress.stages(of: message, among: audience, seenBy: user, schema: schema).first
        if let furthest {
            self = .stage(furthest, hasTicks: schema.hasTicks)
            return
        }
        let receipt: DisplayedReceipt? =
            if schema.hasTicks {
                DisplayedStatus(of: message, among: audience, seenBy: user).map { .status($0) }
            } else if schema.deliveredTo != nil {
                ReadReceiptStatus.recipients(
                    of: message, among: audience, seenBy: user,
                    waitsForFormerMembers: schema.waitsForFormerMembers
                ).map { .delivery(ReadReceiptStatus($0), isGroup: $0.count > 1) }
            } else {
                ReadProgress(of: message, among: audience, seenBy: user).map { progress in
                    let isMarked =
                        schema.store.marksPairsWithCheck && audience.conversation.members.count <= 2
                    return isMarked ? .checkmark(progress) : .progress(progress)
                }
            }
        guard let receipt else { return nil }
        self = receipt
    }
}
