import FirestoreModel

/// Those who are to receive and read one message, counted for its sender. A user counts once, however often a list names them.
struct Recipients {
    /// How many there are.
    let count: Int
    /// How many of them have reached each of the stages behind read, in their order.
    let furtherCounts: [Int]
    /// How many of them have read it.
    let readCount: Int
    /// How many of them have received it; who has read it has.
    let deliveredCount: Int

    /// Counts for a message.
    ///
    /// - Parameters:
    ///   - countsDelivered: Whether to look at who has received it; otherwise only those have who have read it.
    ///   - includesFormerMembers: Whether those count who have received or read it and are no members any more.
    init(
        of message: Message, among audience: ReceiptAudience, countsDelivered: Bool,
        includesFormerMembers: Bool = false
    ) {
        var counter = RecipientCounter(message, audience.members)
        // Whoever has reached a stage has reached all earlier ones.
        var reached = 0
        var further: [Int] = []
        if !message.furtherMarks.isEmpty {
            for marks in message.furtherMarks.reversed() {
                reached += counter.countNew(
                    marks.users, among: audience.members, includesFormerMembers: includesFormerMembers)
                further.insert(reached, at: 0)
            }
        }
        furtherCounts = further
        reached += counter.countNew(
            message.readBy, among: audience.members, includesFormerMembers: includesFormerMembers)
        readCount = reached
        var delivered = 0
        if countsDelivered {
            delivered = counter.countNew(
                message.deliveredTo, among: audience.members,
                includesFormerMembers: includesFormerMembers)
        }
        deliveredCount = readCount + delivered
        count = counter.total
    }

    var isReadByAll: Bool { count > 0 && readCount == count }
    var isDeliveredToAll: Bool { count > 0 && deliveredCount == count }
}

/// Counts the recipients of one message that are in lists, each of them once. It keeps nothing of the message and its audience, so that
/// counting 10,000 messages copies none of them.
private struct RecipientCounter {
    /// How many recipients there are, as far as they are known.
    private(set) var total: Int
    private var seen = PlaceSet()
    private var former = UserIndex()

    init(_ message: borrowing Message, _ members: borrowing UserIndex) {
        total = members.count
        // The sender's receipts count for nothing.
        guard let sender = message.senderID else { return }
        if let place = members.place(of: sender) {
            seen.insert(place)
            total -= 1
        } else {
            former.insert(sender)
        }
    }

    /// How many recipients a list names who have not been named before.
    mutating func countNew(
        _ users: [UserID], among members: borrowing UserIndex, includesFormerMembers: Bool
    ) -> Int {
        var count = 0
        members.forEachPlace(of: users) { index, place in
            if let place {
                if seen.insert(place) { count += 1 }
            } else if includesFormerMembers, former.insert(users[index]) {
                count += 1
                total += 1
            }
        }
        return count
    }
}

/// A set of small numbers, most often below 64.
private struct PlaceSet {
    private var first: UInt64 = 0
    private var others: [UInt64] = []

    /// - Returns: False for a number that was there.
    @inline(__always) @discardableResult
    mutating func insert(_ place: Int) -> Bool {
        guard place < 64 else { return insertOther(place) }
        let bit = UInt64(1) << UInt64(place)
        defer { first |= bit }
        return first & bit == 0
    }

    private mutating func insertOther(_ place: Int) -> Bool {
        let (word, bit) = (place / 64 - 1, UInt64(1) << UInt64(place % 64))
        while others.count <= word { others.append(0) }
        defer { others[word] |= bit }
        return others[word] & bit == 0
    }
}
