import ClientCore
import RealtimeDatabaseModel

// Unchecked like DatabaseQuery, its superclass, to which it adds no properties.
/// A location in the database, which need not have data.
///
/// Creating one sends nothing and never fails: an invalid path is thrown as `.invalidArgument` by the method that uses
/// it. Equal references may be different objects.
public final class DatabaseReference: DatabaseQuery, @unchecked Sendable {
    init(_ location: Location) { super.init(location, QuerySpec()) }

    /// The database that the location is in.
    public var database: Database { location.database }

    /// The path from the root, such as `/rooms/r1`.
    public var path: String { location.text }

    /// The last part of the path; nil for the root, and for an invalid path.
    public var key: String? { location.path?.lastKey?.string }

    /// The URL, percent-encoded.
    public var url: String {
        let keys = location.path?.keys.map(\.string.percentEncoded) ?? []
        return "\(database.settings.address)/\(keys.joined(separator: "/"))"
    }

    /// The location above; nil for the root.
    public var parent: DatabaseReference? { location.parent.map { DatabaseReference($0) } }

    /// The root of the database.
    public var root: DatabaseReference { database.reference() }

    /// A location below, by its key or by a path of several. An invalid path is reported when it is used.
    public func child(_ path: String) -> DatabaseReference { DatabaseReference(location.child(path)) }

    func child(_ path: DatabasePath) -> DatabaseReference { DatabaseReference(location.child(path)) }

    /// A new location below. Its key is unique, and sorts after those that this client has made before.
    public func childByAutoId() -> DatabaseReference { child(DatabasePath([database.nextKey()])) }

    func path(for method: String) throws(DatabaseError) -> DatabasePath { try location.path(for: method) }
}

extension DatabaseReference: CustomStringConvertible {
    /// The URL, not encoded.
    public var description: String { "\(database.settings.address)\(path)" }
}
