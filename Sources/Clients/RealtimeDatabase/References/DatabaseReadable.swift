/// Something to read, listen to and query: a location in the database, or some of its children.
///
/// Query methods return a new query. An invalid condition is reported when the query is used.
///
/// See https://firebase.google.com/docs/database/rest/retrieve-data
public protocol DatabaseReadable: Sendable {
    /// The query that asks for this.
    var query: DatabaseQuery { get }
}

extension DatabaseReadable {
    /// Reads the current data.
    ///
    /// - Returns: The data; `exists()` is false for a location without data.
    /// - Throws: ``DatabaseError``, `.indexNotDefined` for an order by a child that the rules have no index for.
    public func getData() async throws(DatabaseError) -> DataSnapshot { try await query.read() }

    /// Listens: returns the current data, and then the data after every change.
    ///
    /// A connection opens with the first element, and closes when the iterator or its task ends. A lost connection is made
    /// again, and what has changed meanwhile is reported as one change. A slow reader gets only the latest state.
    ///
    /// - Returns: The sequence; see ``DatabaseChanges`` for how it fails.
    public func changes() -> DatabaseChanges { DatabaseChanges(query) }
}
