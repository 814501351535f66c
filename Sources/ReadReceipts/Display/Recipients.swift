/// Those who are to receive and read one message, counted for its sender. A user counts once, however often a list names them.
struct Recipients {
    /// How many there are.
    let count: Int
    /// How many of them have read it.
    let readCount: Int
    /// How many of them have received it; who has read it has.
    let deliveredCount: Int

    /// Counts for a message.
    ///
    /// - Parameter includesFormerMembers: Whether those count who have received or read it and are no members any more.
    init(of message: Message, among audience: ReceiptAudience, includesFormerMembers: Bool = false) {
        let sender = message.senderID.flatMap { audience.members.place(of: $0) }
        var total = audience.members.count - (sender == nil ? 0 : 1)
        // The sender's receipts count for nothing.
        var seen = PlaceSet()
        if let sender { seen.insert(sender) }
        var former = UserIndex(message.senderID.map { [$0] } ?? [])
        func isNewRecipient(_ user: String) -> Bool {
            if let place = audience.members.place(of: user) { return seen.insert(place) }
            guard includesFormerMembers, former.insert(user) else { return false }
            total += 1
            return true
        }
        readCount = message.readBy.count(where: isNewRecipient)
        deliveredCount = readCount + message.deliveredTo.count(where: isNewRecipient)
        count = total
    }

    var isReadByAll: Bool { count > 0 && readCount == count }
    var isDeliveredToAll: Bool { count > 0 && deliveredCount == count }
}

/// A set of small numbers, most often below 64.
private struct PlaceSet {
    private var first: UInt64 = 0
    private var others: [UInt64] = []

    /// - Returns: False for a number that was there.
    @discardableResult
    mutating func insert(_ place: Int) -> Bool {
        let (word, bit) = (place / 64 - 1, UInt64(1) << UInt64(place % 64))
        if word < 0 {
            defer { first |= bit }
            return first & bit == 0
        }
        while others.count <= word { others.append(0) }
        defer { others[word] |= bit }
        return others[word] & bit == 0
    }
}
