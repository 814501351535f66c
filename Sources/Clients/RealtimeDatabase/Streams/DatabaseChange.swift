/// What is at a place after something has happened there.
public struct DatabaseChange: Sendable {
    /// What has happened.
    public enum Kind: String, Sendable, CaseIterable {
        /// Nothing yet: this is what was there when the listening began.
        case initial
        /// What is at ``DatabaseChange/path`` was replaced.
        case put
        /// Several things at or below ``DatabaseChange/path`` were replaced at once.
        case patch
        /// Several of these have happened since the last change was taken, all at or below ``DatabaseChange/path``.
        case several
        /// The connection was lost, and something has changed meanwhile.
        case resynchronized
    }

    /// All that is there now.
    public let snapshot: DataSnapshot
    /// What has happened.
    public let kind: Kind
    /// Where, from the place that is listened to: `/` for the place itself.
    public let path: String
}
