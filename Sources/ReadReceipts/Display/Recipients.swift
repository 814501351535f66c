import FirestoreModel

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
    /// - Parameters:
    ///   - countsDelivered: Whether to look at who has received it; otherwise only those have who have read it.
    ///   - includesFormerMembers: Whether those count who have received or read it and are no members any more.
    init(
        of message: Message, among audience: ReceiptAudience, countsDelivered: Bool,
        includesFormerMembers: Bool = false
    ) {
        var counter = RecipientCounter(
            message, audience.members, includesFormerMembers: includesFormerMembers)
        readCount = counter.countNew(message.readBy)
        deliveredCount = readCount + (countsDelivered ? counter.countNew(message.deliveredTo) : 0)
        count = counter.total
    }

    var isReadByAll: Bool { count > 0 && readCount == count }
    var isDeliveredToAll: Bool { count > 0 && deliveredCount == count }
}

/// Counts the recipients of one message that lists name, each of them once.
private struct RecipientCounter {
    private let sender: String?
    private let members: UserIndex
    private let includesFormerMembers: Bool
    /// How many recipients there are, as far as they are known.
    private(set) var total: Int
    private var seen = PlaceSet()
    private var former = UserIndex()

    init(_ message: Message, _ members: UserIndex, includesFormerMembers: Bool) {
        sender = message.senderID
        self.members = members
        self.includesFormerMembers = includesFormerMembers
        total = members.count
        // The sender's receipts count for nothing.
        if let place = sender.flatMap({ members.place(of: $0) }) {
            seen.insert(place)
            total -= 1
        }
    }

    /// How many recipients a list names who have not been named before.
    mutating func countNew(_ users: [String]) -> Int {
        var count = 0
        members.forEachPlace(of: users) { user, place in
            if let place {
                if seen.insert(place) { count += 1 }
            } else if includesFormerMembers, !isSender(copy user), former.insert(copy user) {
                total += 1
                count += 1
            }
        }
        return count
    }

    private func isSender(_ user: String) -> Bool { sender?.hasSameUTF8(as: user) ?? false }
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
