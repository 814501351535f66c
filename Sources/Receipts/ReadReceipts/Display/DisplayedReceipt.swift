/// What the sender of a message sees beside it, in the form of its schema.
public enum DisplayedReceipt: Sendable, Equatable {
    /// Messages have a status.
    case status(DisplayedStatus)
    /// Messages keep who has received and who has read them.
    case delivery(ReadReceiptStatus, isGroup: Bool)
    /// Messages keep nothing but who has read them.
    case progress(ReadProgress)
    /// The same between two, in designs that have a check mark there.
    case checkmark(ReadProgress)
    /// Somebody has reached one of the schema's further stages; this is the furthest.
    case stage(StageProgress, hasTicks: Bool)

    /// Computes what a user sees beside a message.
    ///
    /// - Returns: nil for messages that show no receipt to this user, such as those of others, and for those of another schema.
    public init?(
        of message: Message, among audience: ReceiptAudience, seenBy user: UserID, schema: ReceiptSchema
    ) {
        if message.isForeign { return nil }
        let furthest = StageProgress.stages(of: message, among: audience, seenBy: user, schema: schema).first
        if let furthest {
            self = .stage(furthest, hasTicks: schema.status != nil)
            return
        }
        let receipt: DisplayedReceipt? =
            if schema.status != nil {
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
