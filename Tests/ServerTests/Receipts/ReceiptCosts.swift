import ReadReceipts

/// What the receipts of a group cost in a day, by schema, as production bills them. A model.
///
/// On that day all members have the chat open. Messages come evenly, and each member looks several times, with something new each time. A
/// look marks all that is new by one call.
struct ReceiptCosts: Equatable {
    /// The documents written for receipts.
    let writes: Int
    /// The documents read to write them.
    let markingReads: Int
    /// The reads of one member who has sent a message: messages, and what others have read.
    let senderReads: Int
    /// The reads of one who has sent none.
    let readerReads: Int
    /// All reads of all members.
    let reads: Int

    /// - Parameters:
    ///   - members: How many members there are.
    ///   - messages: How many messages come, each from another member as far as there are as many.
    ///   - looks: How often each member looks, at most as often as messages come.
    ///   - hasCursors: Whether the schema has cursors.
    init(members: Int, messages: Int, looks: Int, hasCursors: Bool) {
        if hasCursors {
            writes = members * looks
            // The conversation, one's cursor and the message.
            markingReads = writes * 3
            senderReads = messages + writes
            readerReads = members > 200 ? messages + looks : senderReads
        } else {
            writes = messages * (members - 1)
            // Each message, and the conversation at each look.
            markingReads = writes + members * looks
            senderReads = messages + writes
            readerReads = senderReads
        }
        let senders = min(members, messages)
        reads = markingReads + senders * senderReads + (members - senders) * readerReads
    }
}
