/// Those who are to receive and read one message, counted for its sender. A user counts once, however often a list names them.
struct Recipients {
    /// How many there are.
    private(set) var count: Int
    /// How many of them have read it.
    private(set) var readCount = 0
    /// How many of them have received it; who has read it has.
    private(set) var deliveredCount = 0

    /// Counts for a message.
    ///
    /// - Parameter includesFormerMembers: Whether those count who have received or read it and are no members any more.
    init(of message: Message, among audience: ReceiptAudience, includesFormerMembers: Bool = false) {
        let sender = message.senderID.flatMap { audience.members.place(of: $0) }
        count = audience.members.count - (sender == nil ? 0 : 1)
        // The sender's receipts count for nothing.
        var seen = PlaceSet()
        if let sender { seen.insert(sender) }
        var former = UserIndex(message.senderID.map { [$0] } ?? [])
        for user in message.readBy {
            if let place = audience.members.place(of: user) {
                if seen.insert(place) { readCount += 1 }
            } else if includesFormerMembers, former.insert(user) {
                count += 1
                readCount += 1
            }
        }
        deliveredCount = readCount
        for user in message.deliveredTo {
            if let place = audience.members.place(of: user) {
                if seen.insert(place) { deliveredCount += 1 }
            } else if includesFormerMembers, former.insert(user) {
                count += 1
                deliveredCount += 1
            }
        }
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
