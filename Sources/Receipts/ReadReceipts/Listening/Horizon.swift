import FirestoreModel

/// How far back into a conversation a poll must look: not to where every message is settled.
enum Horizon: Sendable, Equatable {
    /// To the beginning.
    case everything
    /// To the messages of a time, and these too.
    case from(Timestamp)
    /// To the messages of a time, without these.
    case after(Timestamp)

    /// The condition on messages, by the field of their time.
    func filter(_ field: String) -> Filter? {
        switch self {
        case .everything: nil
        case .from(let time): .field(FieldPath([field]), .greaterThanOrEqual, .timestamp(time))
        case .after(let time): .field(FieldPath([field]), .greaterThan, .timestamp(time))
        }
    }

    /// Whether a poll sees a message of a time.
    func includes(_ time: Timestamp?) -> Bool {
        switch self {
        case .everything: true
        case .from(let first): time.map { $0 >= first } ?? false
        case .after(let last): time.map { $0 > last } ?? false
        }
    }
}
