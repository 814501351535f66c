public import FirestoreModel

/// Who has reached one stage of a message, and when.
public struct ReceiptMarks: Sendable, Equatable {
    /// The users, in the database's order.
    public var users: [UserID]
    /// When the first of them did, in schemas that keep it.
    public var firstTime: Timestamp?
    /// When each of them did, by user, in schemas that keep it.
    public var times: [UserID: Timestamp]

    /// Creates marks.
    public init(users: [UserID] = [], firstTime: Timestamp? = nil, times: [UserID: Timestamp] = [:]) {
        self.users = users
        self.firstTime = firstTime
        self.times = times
    }
}
