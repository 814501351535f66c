import HTTPTransport
import RealtimeDatabaseModel

/// A query for some of a location's children: their order, range and number.
public struct DatabaseQuery: DatabaseReadable, Equatable {
    /// The location whose children are queried.
    public let ref: DatabaseReference
    private var spec = QuerySpec()

    init(_ ref: DatabaseReference) { self.ref = ref }

    /// The query itself.
    public var query: DatabaseQuery { self }

    func adding(_ change: (inout QuerySpec) -> Void) -> DatabaseQuery {
        var query = self
        change(&query.spec)
        return query
    }

    /// The path and the checked query.
    ///
    /// - Throws: ``DatabaseError`` with `.invalidArgument` if either is invalid.
    func checked(
        for method: String
    ) throws(DatabaseError) -> (path: DatabasePath, query: DataQuery?) {
        let path = try ref.path(for: method)
        do throws(DataProblem) {
            return (path, try spec.dataQuery())
        } catch {
            throw .invalidArgument("\(Call.subject(method, path)): \(error.reason).")
        }
    }

    func read() async throws(DatabaseError) -> DataSnapshot {
        let (path, query) = try checked(for: "getData")
        var call = Call(get: "getData", path, parameters: query?.parameters ?? [])
        call.addTimeout(ref.database.settings.readTimeout)
        let node = try await ref.database.channel.perform(call) { response, _ throws(DataProblem) in
            try DataNode(json: response.body)
        }
        return DataSnapshot(ref, node, order: query?.order)
    }
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
