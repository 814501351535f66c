/// What can be read, listened to and narrowed down: a place in the database, or a part of its children.
///
/// Methods that narrow down return another query and leave this one as it is. What is wrong with a condition is remembered and
/// thrown when the query is used.
///
/// See https://firebase.google.com/docs/database/rest/retrieve-data
public protocol DatabaseReadable: Sendable {
    /// The query that asks for this.
    var query: DatabaseQuery { get }
}

extension DatabaseReadable {
    /// Reads what is there now.
    ///
    /// - Returns: What is there; `exists()` is false for a place without data.
    /// - Throws: ``DatabaseError``, `.indexNotDefined` for an order by a child that the rules have no index for.
    public func getData() async throws(DatabaseError) -> DataSnapshot { try await query.read() }

    /// Listens: what is there now, and then what it is after every change.
    ///
    /// A connection is opened when the sequence is first asked for an element, and closed when its iterator or its task ends.
    /// Where it is lost it is made again, and what has changed meanwhile is told as one change. Who is slower than the changes
    /// gets the latest state and none in between.
    ///
    /// - Returns: The sequence; see ``DatabaseChanges`` for how it fails.
    public func changes() -> DatabaseChanges { DatabaseChanges(query) }
}
