import ClientCore
import RealtimeDatabaseModel

/// A place in a database, given by a path that may be invalid.
struct Location: Hashable, Sendable {
    let database: Database
    private let keys: Result<DatabasePath, DataProblem>
    /// The path as given, if it is invalid.
    private let invalidPath: String

    private init(_ database: Database, _ keys: Result<DatabasePath, DataProblem>, invalidPath: String) {
        self.database = database
        self.keys = keys
        self.invalidPath = invalidPath
    }

    /// The root of a database.
    init(_ database: Database) { self.init(database, .success(.root), invalidPath: "") }

    /// A place that every use reports as invalid.
    init(_ database: Database, invalidPath: String, _ reason: String) {
        self.init(database, .failure(DataProblem(reason)), invalidPath: invalidPath)
    }

    /// The path; nil for an invalid one.
    var path: DatabasePath? { try? keys.get() }

    /// The path for messages, such as `/rooms/r1`.
    var text: String { path?.description ?? invalidPath }

    /// The place above; nil for the root.
    var parent: Location? {
        switch keys {
        case .success(let path):
            path.parent.map { Location(database, .success($0), invalidPath: "") }
        case .failure: self
        }
    }

    func child(_ text: String) -> Location {
        let below = keys.flatMap { above in
            Result { () throws(DataProblem) in
                if text.split(separator: "/").first == ".info" { throw Location.infoProblem }
                return try above.appending(DatabasePath(text))
            }
        }
        return Location(database, below, invalidPath: text)
    }

    func child(_ path: DatabasePath) -> Location {
        Location(database, keys.map { $0.appending(path) }, invalidPath: invalidPath)
    }

    /// The path, or the error of a method that got an invalid one.
    func path(for method: String) throws(DatabaseError) -> DatabasePath {
        do throws(DataProblem) {
            let path = try keys.get()
            guard path.keys.count <= DatabasePath.maximumDepth else {
                throw DataProblem("the path has more than \(DatabasePath.maximumDepth) keys")
            }
            return path
        } catch {
            let message = "\(method) of \(text.quotedForMessage): \(error.reason)."
            throw error == Location.infoProblem
                ? DatabaseError(.unsupported, message) : .invalidArgument(message)
        }
    }

    private static let infoProblem = DataProblem(
        ".info describes the SDK's permanent connection, which this client does not have")

    /// Whether both are the same path in the same database.
    static func == (left: Location, right: Location) -> Bool {
        let (settings, others) = (left.database.settings, right.database.settings)
        return left.keys == right.keys && settings.name == others.name && settings.endpoint == others.endpoint
    }

    func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
