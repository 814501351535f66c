import FirestoreREST

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why documents could not be read from a file or written to one.
public struct ArchiveError: Error, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line, counted from 1; nil when the file as a whole is at fault.
    public let line: Int?
    /// What is wrong.
    public let reason: String

    init(_ path: String, line: Int? = nil, _ reason: String) {
        self.path = path
        self.line = line
        self.reason = reason
    }

    /// An error of the operating system, as it has just happened.
    init(failed verb: String, _ path: String, errno code: Int32 = errno) {
        self.init(path, "cannot \(verb) it: \(String(cString: strerror(code)))")
    }

    /// One line for people: `PATH:LINE: REASON`.
    public var description: String {
        [path, line.map { String($0) }].compactMap { $0 }.joined(separator: ":") + ": " + reason
    }
}
