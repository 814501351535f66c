import ClientCore
import RealtimeDatabaseModel

/// A place in the database, where something need not be.
///
/// Making one asks nobody and never fails: a bad path is thrown as `.invalidArgument` by the method that uses
/// it.
public struct DatabaseReference: DatabaseReadable {
    /// The database that the place is in.
    public let database: Database
    private let location: Result<DatabasePath, DataProblem>
    /// What was given as the path, where that is none.
    private let badPath: String

    init(_ database: Database, _ location: Result<DatabasePath, DataProblem>, text: String) {
        self.database = database
        self.location = location
        badPath = text
    }

    /// The query for everything that is here.
    public var query: DatabaseQuery { DatabaseQuery(self) }

    /// The path from the root, such as `/rooms/r1`.
    public var path: String {
        switch location {
        case .success(let path): path.description
        case .failure: badPath
        }
    }

    /// The last part of the path; nil for the root, and for a bad path.
    public var key: String? { (try? location.get())?.lastKey?.string }

    /// The place above; nil for the root.
    public var parent: DatabaseReference? {
        switch location {
        case .success(let path):
            path.parent.map { DatabaseReference(database, .success($0), text: "") }
        case .failure: self
        }
    }

    /// The root of the database.
    public var root: DatabaseReference { database.reference() }

    /// A place below, by its key or by a path of several. A bad path is reported when it is used.
    public func child(_ path: String) -> DatabaseReference {
        let below = location.flatMap { above in
            Result { () throws(DataProblem) in try above.appending(DatabasePath(path)) }
        }
        return DatabaseReference(database, below, text: path)
    }

    func child(_ path: DatabasePath) -> DatabaseReference {
        DatabaseReference(database, location.map { $0.appending(path) }, text: badPath)
    }

    /// A new place below, whose key no other client makes and which comes after those that were made before.
    public func childByAutoId() -> DatabaseReference {
        child(DatabasePath([database.channel.nextKey()]))
    }

    /// The path, or the error of a method that has got a bad one.
    func path(for method: String) throws(DatabaseError) -> DatabasePath {
        do throws(DataProblem) {
            let path = try location.get()
            guard path.keys.count <= DatabasePath.maximumDepth else {
                throw DataProblem("the path has more than \(DatabasePath.maximumDepth) keys")
            }
            return path
        } catch {
            throw .invalidArgument("\(method) of \(path.quotedForMessage): \(error.reason).")
        }
    }
}

extension DatabaseReference: Hashable, CustomStringConvertible {
    /// True for the same path in the same database.
    public static func == (left: DatabaseReference, right: DatabaseReference) -> Bool {
        left.location == right.location && left.database.settings.name == right.database.settings.name
            && left.database.settings.endpoint == right.database.settings.endpoint
    }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(try? location.get()) }

    /// The URL.
    public var description: String { "\(database.settings.address)\(path)" }
}
