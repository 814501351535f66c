/// Why an outbox did not do what was asked.
public struct OutboxError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Code: Sendable, Equatable {
        /// It holds as many receipts as it may.
        case full
        /// The disk is full, or cannot be written.
        case disk
        /// Another worker works on it.
        case taken
        /// The file is no outbox, is damaged, or was made by a newer version.
        case unreadable
    }

    /// What kind of failure it is.
    public let code: Code
    /// One clear line: what failed, where, and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
