import HTTPTypes
import RealtimeDatabaseModel

/// A stream that runs for as long as somebody holds on to this.
final class Subscription: Sendable {
    let mailbox: ChangeMailbox
    /// The order of the children.
    let order: DataQuery.Order?
    private let task: Task<Void, Never>

    init(_ query: DatabaseQuery) throws(DatabaseError) {
        let (path, dataQuery) = try query.checked(for: "changes")
        var call = Call(get: "changes", path, parameters: dataQuery?.parameters ?? [])
        call.fields[.accept] = "text/event-stream"
        order = dataQuery?.order
        mailbox = ChangeMailbox(subject: call.subject)
        let stream = ChangeStream(query.ref.database.channel, call, mailbox)
        task = Task { await stream.run() }
    }

    deinit { task.cancel() }
}
