public import FirestoreModel

/// A condition on the stored document for a write.
///
/// If it does not hold, the whole commit fails and writes nothing.
public enum WritePrecondition: Sendable, Hashable {
    /// The document must exist (true; else `.notFound`) or must not exist (false; else `.alreadyExists`).
    case exists(Bool)
    /// The document must exist and have last changed at this time, see ``DocumentSnapshot/updateTime``; else
    /// `.failedPrecondition`.
    case lastUpdateTime(Timestamp)

    /// The form of the model.
    package var modelPrecondition: Precondition {
        switch self {
        case .exists(let flag): .exists(flag)
        case .lastUpdateTime(let time): .updateTime(time.truncatedToMicroseconds)
        }
    }
}
