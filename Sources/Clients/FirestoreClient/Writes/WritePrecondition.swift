public import FirestoreModel

/// What must hold of the stored document for a write to be carried out.
///
/// Where it does not hold, the whole commit fails and writes nothing.
public enum WritePrecondition: Sendable, Hashable {
    /// The document must exist (true; else `.notFound`) or must not exist (false; else `.alreadyExists`).
    case exists(Bool)
    /// The document must exist and have last changed at this time, as ``DocumentSnapshot/updateTime`` told;
    /// else `.failedPrecondition`.
    case lastUpdateTime(Timestamp)

    /// The form of the model.
    package var modelPrecondition: Precondition {
        switch self {
        case .exists(let flag): .exists(flag)
        case .lastUpdateTime(let time): .updateTime(time.truncatedToMicroseconds)
        }
    }
}
