import FirestoreModel

/// The places of users in a list, found by the bytes of their ids: ids that Swift takes for the same text are two users to
/// Firestore.
///
/// Every message of a conversation looks up all its readers, so the hash is a quick one, eight bytes at a time. It can be guessed:
/// who chooses ids that collide makes their own conversation slow, within the bounds of its number of members.
struct UserIndex: Sendable {
    private var users: [String] = []
    /// The places in `users` by hash, -1 where there is none; as many as a power of two, at most half of them taken.
    private var slots: [Int32] = Array(repeating: -1, count: 8)

    init(_ users: [String]) {
        self.users.reserveCapacity(users.count)
        for user in users { insert(user) }
    }

    /// How many different users there are.
    var count: Int { users.count }

    /// The place of a user; nil for one who is not there.
    func place(of user: String) -> Int? {
        let place = Int(slots[slot(of: user)])
        return place < 0 ? nil : place
    }

    /// Adds a user who is not there yet.
    ///
    /// - Returns: False for one who is there.
    @discardableResult
    mutating func insert(_ user: String) -> Bool {
        let slot = slot(of: user)
        if slots[slot] >= 0 { return false }
        slots[slot] = Int32(users.count)
        users.append(user)
        if users.count * 2 > slots.count { grow() }
        return true
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: slots.count * 4)
        for (place, user) in users.enumerated() { slots[slot(of: user)] = Int32(place) }
    }

    /// The slot where a user is, or would be.
    private func slot(of user: String) -> Int {
        let mask = slots.count - 1
        var slot = UserIndex.hash(user) & mask
        while slots[slot] >= 0, !users[Int(slots[slot])].hasSameUTF8(as: user) { slot = (slot + 1) & mask }
        return slot
    }

    private static func hash(_ user: String) -> Int {
        let hash = user.utf8.withContiguousStorageIfAvailable { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            var hash = UInt64(bytes.count)
            func mix(_ word: UInt64) {
                hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 32
            }
            var offset = 0
            while offset + 8 <= bytes.count {
                mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            mix(bytes[offset...].reduce(0) { $0 << 8 | UInt64($1) })
            return Int(truncatingIfNeeded: hash)
        }
        return hash ?? user.utf8.count
    }
}
