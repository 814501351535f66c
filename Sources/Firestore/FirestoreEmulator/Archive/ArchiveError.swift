import NamedFiles

/// Why documents could not be read from a file or written to one.
public struct ArchiveError: Error, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line, counted from 1; nil if the problem is the whole file.
    public let line: Int?
    /// What is wrong.
    public let reason: String

    init(_ path: String, line: Int? = nil, _ reason: String) {
        self.path = path
        self.line = line
        self.reason = reason
    }

    /// The file cannot be read or written.
    init(_ refusal: FileRefusal) {
        self.init(refusal.path, "cannot \(refusal.purpose.rawValue) it: \(refusal.reason)")
    }

    /// One readable line: `PATH:LINE: REASON`.
    public var description: String {
        [FileRefusal.name(path), line.map { String($0) }].compactMap { $0 }.joined(separator: ":") + ": "
            + reason
    }
}
