import FirestoreModel

/// How far back into a conversation a poll reaches: settled messages need no more polls.
enum Horizon: Sendable, Equatable {
    /// To the beginning.
    case everything
    /// To the messages of a time, inclusive.
    case from(Timestamp)
    /// To the messages of a time, exclusive.
    case after(Timestamp)

    /// The filter for messages, by the field with their time.
    func filter(_ field: String) -> Filter? {
        switch self {
        case .everything: nil
        case .from(let time): .field(FieldPath([field]), .greaterThanOrEqual, .timestamp(time))
        case .after(let time): .field(FieldPath([field]), .greaterThan, .timestamp(time))
        }
    }

    /// Whether a poll reads a message of a time.
    func includes(_ time: Timestamp?) -> Bool {
        switch self {
        case .everything: true
        case .from(let first): time.map { $0 >= first } ?? false
        case .after(let last): time.map { $0 > last } ?? false
        }
    }
}
