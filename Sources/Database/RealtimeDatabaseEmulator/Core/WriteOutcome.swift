import RealtimeDatabaseModel

/// The result of a write.
struct WriteOutcome: Sendable {
    /// The writes, with server values resolved.
    let update: DatabaseUpdate
    /// The generated key of a new child.
    let key: DataKey?
}

/// Why nothing was written.
enum WriteRefusal: Error, Sendable {
    /// A database cannot hold the data.
    case invalid(DataProblem)
    /// The condition does not hold; this is the present data.
    case changed(DataNode)
    /// The rules do not allow it.
    case denied(RulesDenial)
}

/// A denial by the rules.
struct RulesDenial: Error, Sendable {
    /// The number of the decision; nil if it is not kept.
    var decision: Int?
}
