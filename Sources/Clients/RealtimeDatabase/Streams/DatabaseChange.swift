/// The data at a location after a change.
public struct DatabaseChange: Sendable {
    /// What has happened.
    public enum Kind: String, Sendable, CaseIterable {
        /// The data when listening began.
        case initial
        /// The data at ``DatabaseChange/path`` was replaced.
        case put
        /// Several things at or below ``DatabaseChange/path`` were replaced at once.
        case patch
        /// Several changes since the last one was taken, all at or below ``DatabaseChange/path``.
        case several
        /// The connection was lost, and the data has changed meanwhile.
        case resynchronized
    }

    /// The current data.
    public let snapshot: DataSnapshot
    /// What has happened.
    public let kind: Kind
    /// The changed path, relative to the location that is listened to; `/` for the location itself.
    public let path: String
}
