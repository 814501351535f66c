package import RealtimeDatabaseModel

/// A request for rules to decide about: who wants to do what, when, with which data.
package struct DatabaseRequest: Sendable {
    package enum Operation: Sendable {
        /// A node is read, or children of it that a query asks for.
        case read(DatabasePath, DataQuery?)
        /// Nodes are written, all or none. `after` is the whole database after the write.
        case write([DatabasePath], after: DataNode)
    }

    package let operation: Operation
    /// The signed-in user; null if nobody is signed in.
    package let auth: AuthValue
    /// The time, in milliseconds since 1970.
    package let now: Double
    /// The database before a write, and the one that is read.
    package let root: DataNode

    package init(_ operation: Operation, auth: AuthValue, now: Double, root: DataNode) {
        self.operation = operation
        self.auth = auth
        self.now = now
        self.root = root
    }

    /// A request to carry out writes.
    package init(writing update: DatabaseUpdate, auth: AuthValue, now: Double, root: DataNode) {
        var after = root
        update.apply(to: &after)
        self.init(.write(update.entries.map(\.path), after: after), auth: auth, now: now, root: root)
    }
}
