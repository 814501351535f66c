import FirestoreModel

/// A few users' ids, found by their bytes: ids that Swift takes for the same text are two users to Firestore.
///
/// Conversations have tens of members: looking through a list with cheap comparisons is faster than hashing.
struct UserSet {
    private var users: [String]
    private var hashed: Set<FieldName>?

    /// From so many users on they are hashed.
    private static let limit = 16

    init(_ users: [String]) {
        self.users = users
        if users.count > UserSet.limit { hashed = Set(users.map { FieldName($0) }) }
    }

    func contains(_ user: String) -> Bool {
        if let hashed { return hashed.contains(FieldName(user)) }
        return users.contains { $0.hasSameUTF8(as: user) }
    }

    /// Adds a user.
    ///
    /// - Returns: False for one that was there already.
    mutating func insert(_ user: String) -> Bool {
        if contains(user) { return false }
        users.append(user)
        if hashed != nil || users.count > UserSet.limit { hashed = Set(users.map { FieldName($0) }) }
        return true
    }
}
