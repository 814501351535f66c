/// How many recipients have reached one of a schema's further stages, such as played.
public struct StageProgress: Sendable, Equatable {
    /// The stage.
    public var receipt: Receipt
    /// How many recipients have reached it.
    public var count: Int
    /// How many recipients there are.
    public var total: Int

    /// Creates a progress.
    public init(_ receipt: Receipt, count: Int, of total: Int) {
        self.receipt = receipt
        self.count = count
        self.total = total
    }

    /// Whether all recipients have reached the stage.
    public var isByAll: Bool { count == total }

    /// Computes the progress of a message in the stages after read.
    ///
    /// - Returns: The stages that somebody has reached, the furthest first; empty if the message shows no receipt to this user.
    public static func stages(
        of message: Message, among audience: ReceiptAudience, seenBy user: UserID, schema: ReceiptSchema
    ) -> [StageProgress] {
        let mayHaveMarks =
            audience.isOfMessages
            ? message.furtherMarks.contains { !$0.users.isEmpty } : audience.counts(of: message) != nil
        guard mayHaveMarks, message.showsReceipts(to: user), !message.isForeign else { return [] }
        let recipients = Recipients(
            of: message, among: audience, countsDelivered: schema.waitsForFormerMembers,
            includesFormerMembers: schema.waitsForFormerMembers)
        return zip(schema.furtherStages, recipients.furtherCounts).reversed().compactMap { stage, count in
            count > 0 ? StageProgress(stage.receipt, count: count, of: recipients.count) : nil
        }
    }
}
