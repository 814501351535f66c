import FirestoreModel

/// The recipients of one message, counted for its sender. A user counts once, however often a list contains them.
struct Recipients {
    /// How many there are.
    let count: Int
    /// How many of them have reached each stage after read, in order.
    let furtherCounts: [Int]
    /// How many of them have read it.
    let readCount: Int
    /// How many of them have received it, including those who have read it.
    let deliveredCount: Int

    /// Counts for a message.
    ///
    /// - Parameters:
    ///   - countsDelivered: Whether to count who has received it; otherwise only readers count as having received it.
    ///   - includesFormerMembers: Whether former members count who received or read it.
    init(
        of message: Message, among audience: ReceiptAudience, countsDelivered: Bool,
        includesFormerMembers: Bool = false
    ) {
        if let counts = audience.counts(of: message) {
            let all =
                audience.members.count - (message.senderID.flatMap(audience.members.place) == nil ? 0 : 1)
            // The server counts the cursors of former members, too.
            (deliveredCount, readCount) = (min(counts[0], all), min(counts[1], all))
            furtherCounts = counts.dropFirst(2).map { min($0, all) }
            count = all
            return
        }
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

    /// The status that a message would store, in schemas with cursors.
    var status: MessageStatus { readCount > 0 ? .read : isDeliveredToAll ? .delivered : .sent }

    var isReadByAll: Bool { count > 0 && readCount == count }
    var isDeliveredToAll: Bool { count > 0 && deliveredCount == count }
}

/// Counts the recipients of one message in several lists, each of them once. It stores nothing of the message or the audience, so counting
/// 10,000 messages copies none of them.
private struct RecipientCounter {
    /// The number of recipients found so far.
    private(set) var total: Int
    private var seen = PlaceSet()
    private var former = UserIndex()

    init(_ message: borrowing Message, _ members: borrowing UserIndex) {
        total = members.count
        // The sender's own receipts do not count.
        guard let sender = message.senderID else { return }
        if let place = members.place(of: sender) {
            seen.insert(place)
            total -= 1
        } else {
            former.insert(sender)
        }
    }

    /// The number of recipients in a list that were in no earlier list.
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

/// A set of small numbers, usually below 64.
private struct PlaceSet {
    private var first: UInt64 = 0
    private var others: [UInt64] = []

    /// - Returns: False if the number was already in the set.
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
