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
        let database = query.location.database
        var call = Call(get: "changes", path, parameters: dataQuery?.parameters ?? [])
        call.fields[.accept] = "text/event-stream"
        order = dataQuery?.order
        let mailbox = ChangeMailbox(subject: call.subject)
        self.mailbox = mailbox
        task = Task { [call] in
            do throws(DatabaseError) {
                await ChangeStream(try await database.channelAfterWrites(), call, mailbox).run()
            } catch {
                mailbox.finish(error)
            }
        }
    }

    deinit { task.cancel() }
}
