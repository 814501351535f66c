import RealtimeDatabaseModel

/// What a write has come to.
struct WriteOutcome: Sendable {
    /// The writes, with values in the place of server values.
    let update: DatabaseUpdate
    /// The key that was made up for a new child.
    let key: DataKey?
}

/// Why nothing was written.
enum WriteRefusal: Error, Sendable {
    /// The data are none that a database can hold.
    case invalid(DataProblem)
    /// Something else is there than the condition says: this.
    case changed(DataNode)
    /// The rules do not allow it.
    case denied(RulesDenial)
}

/// The rules do not allow something.
struct RulesDenial: Error, Sendable {
    /// The number under which that is explained; nil where it is not kept.
    var decision: Int?
}
