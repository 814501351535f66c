import HTTPTransport
import RealtimeDatabaseModel

// Unchecked because the class has a subclass, as in Firebase's SDK. All properties are constants of Sendable types.
/// Something to read, observe and query: a location in the database, or some of its children.
///
/// Query methods return a new query. An invalid condition is reported when the query is used.
///
/// See https://firebase.google.com/docs/database/rest/retrieve-data
public class DatabaseQuery: @unchecked Sendable {
    let location: Location
    private let spec: QuerySpec

    init(_ location: Location, _ spec: QuerySpec) {
        self.location = location
        self.spec = spec
    }

    /// The location whose children are queried.
    public var ref: DatabaseReference { DatabaseReference(location) }

    /// Whether this is a location with all that is there.
    var isWholeLocation: Bool { spec == QuerySpec() }

    func adding(_ change: (inout QuerySpec) -> Void) -> DatabaseQuery {
        var spec = spec
        change(&spec)
        return DatabaseQuery(location, spec)
    }

    /// The path and the checked query.
    ///
    /// - Throws: ``DatabaseError`` with `.invalidArgument` if either is invalid.
    func checked(
        for method: String
    ) throws(DatabaseError) -> (path: DatabasePath, query: DataQuery?) {
        let path = try location.path(for: method)
        do throws(DataProblem) {
            let query = try spec.dataQuery()
            if query?.order != .priority { return (path, query) }
        } catch {
            throw .invalidArgument("\(Call.subject(method, path)): \(error.reason).")
        }
        throw .prioritiesUnsupported(Call.subject(method, path))
    }

    /// Reads the current data from the server.
    ///
    /// - Returns: The data; `exists()` is false for a location without data.
    /// - Throws: ``DatabaseError``, `.indexNotDefined` for an order by a child that the rules have no index for.
    public func getData() async throws(DatabaseError) -> DataSnapshot {
        let (path, query) = try checked(for: "getData")
        let channel = try await location.database.channelAfterWrites()
        var call = Call(get: "getData", path, parameters: query?.parameters ?? [])
        call.addTimeout(channel.settings.readTimeout)
        let node = try await channel.perform(call) { response, _ throws(DataProblem) in
            try DataNode(json: response.body)
        }
        return DataSnapshot(ref, node, order: query?.order)
    }

    /// Listens: returns the current data, and then the data after every change.
    ///
    /// A connection opens with the first element, and closes when the iterator or its task ends. A lost connection is
    /// made again, and what has changed meanwhile is reported as one change. A slow reader gets only the latest state.
    ///
    /// - Returns: The sequence; see ``DatabaseChanges`` for how it fails.
    public func changes() -> DatabaseChanges { DatabaseChanges(self) }
}

extension DatabaseQuery: Hashable {
    /// Whether both are the same query of the same location.
    public static func == (left: DatabaseQuery, right: DatabaseQuery) -> Bool {
        left.location == right.location && left.spec == right.spec
    }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(location) }
}

extension Call {
    /// Asks the server to observe a timeout.
    mutating func addTimeout(_ timeout: Duration?) {
        guard let timeout else { return }
        let milliseconds =
            timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000
        parameters.append(("timeout", "\(milliseconds)ms"))
    }
}
