/// The places of users in a list.
///
/// Every message of a conversation looks up all its readers, so ids are compared and hashed as four words. The hash is predictable: ids
/// chosen to collide slow down their own conversation, in proportion to its members.
struct UserIndex: Sendable {
    private var users: [UserID] = []
    private var keys: [Key] = []
    /// The places in `users` by hash, -1 if empty. The count is a power of two; at most half are in use.
    private var slots: [Int32] = []

    init(_ users: [UserID] = []) {
        if users.isEmpty { return }
        self.users.reserveCapacity(users.count)
        keys.reserveCapacity(users.count)
        for user in users { insert(user) }
    }

    /// The number of different users.
    var count: Int { users.count }

    /// The place of a user; nil for an unknown one.
    func place(of user: UserID) -> Int? {
        slots.withUnsafeBufferPointer { slots in
            keys.withUnsafeBufferPointer { keys in place(of: user, slots, keys) }
        }
    }

    /// Looks up many users; touches less memory than single lookups.
    @inline(__always)
    func forEachPlace(of users: [UserID], _ body: (_ index: Int, _ place: Int?) -> Void) {
        users.withUnsafeBufferPointer { users in
            slots.withUnsafeBufferPointer { slots in
                keys.withUnsafeBufferPointer { keys in
                    for index in users.indices { body(index, place(of: users[index], slots, keys)) }
                }
            }
        }
    }

    @inline(__always)
    private func place(
        of user: borrowing UserID, _ slots: UnsafeBufferPointer<Int32>, _ keys: UnsafeBufferPointer<Key>
    ) -> Int? {
        if slots.isEmpty { return nil }
        let place = Int(slots[slot(of: user, Key(user.string), slots, keys)])
        return place < 0 ? nil : place
    }

    /// Adds a user.
    ///
    /// - Returns: False if the user was already there.
    @discardableResult
    mutating func insert(_ user: UserID) -> Bool {
        if users.count * 2 >= slots.count { grow() }
        let key = Key(user.string)
        let slot = slot(of: user, key)
        if slots[slot] >= 0 { return false }
        slots[slot] = Int32(users.count)
        users.append(user)
        keys.append(key)
        return true
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: max(8, slots.count * 4))
        for (place, user) in users.enumerated() { slots[slot(of: user, keys[place])] = Int32(place) }
    }

    private func slot(of user: UserID, _ key: Key) -> Int {
        slots.withUnsafeBufferPointer { slots in
            keys.withUnsafeBufferPointer { keys in slot(of: user, key, slots, keys) }
        }
    }

    /// The slot where a user is, or would be.
    @inline(__always)
    private func slot(
        of user: borrowing UserID, _ key: Key, _ slots: UnsafeBufferPointer<Int32>,
        _ keys: UnsafeBufferPointer<Key>
    ) -> Int {
        let mask = slots.count - 1
        var slot = key.hash & mask
        while slots[slot] >= 0 {
            let place = Int(slots[slot])
            if keys[place] == key, key.isWhole || users[place] == copy user { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    /// The bytes of an id, as far as they fit into four words: the first two and the last two words.
    private struct Key: Equatable, Sendable {
        private let count: Int
        private var first: UInt64 = 0
        private var second: UInt64 = 0
        private var secondLast: UInt64 = 0
        private var last: UInt64 = 0

        @inline(__always)
        init(_ id: borrowing String) {
            let key = id.utf8.withContiguousStorageIfAvailable { Key(UnsafeRawBufferPointer($0)) }
            self = key ?? Array((copy id).utf8).withUnsafeBytes { Key($0) }
        }

        private init(_ bytes: UnsafeRawBufferPointer) {
            count = bytes.count
            func word(_ offset: Int) -> UInt64 {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            switch count {
            case 16...:
                (first, second) = (word(0), word(8))
                (secondLast, last) = (word(count - 16), word(count - 8))
            case 8...:
                (first, last) = (word(0), word(count - 8))
            default:
                first = bytes.reduce(0) { $0 << 8 | UInt64($1) }
            }
        }

        /// Whether the key contains all bytes.
        var isWhole: Bool { count <= 32 }

        var hash: Int {
            // Odd factors without a pattern.
            let mixed =
                first &* 0x9E37_79B9_7F4A_7C15 ^ second &* 0xBF58_476D_1CE4_E5B9
                ^ secondLast &* 0x94D0_49BB_1331_11EB ^ last &* 0xD6E8_FEB8_6659_FD93
            return Int(truncatingIfNeeded: mixed >> 32)
        }
    }
}
