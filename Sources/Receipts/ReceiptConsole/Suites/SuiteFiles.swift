/// The files of a project's suites, which the console runs and, when asked to, extends.
public struct SuiteFiles: Sendable {
    /// Finds their paths now, in the order in which they are shown.
    public let find: @Sendable () -> [String]
    /// Reads a text file, a suite or the rules that it names; nil if it cannot be read.
    public let read: @Sendable (String) -> String?
    /// Replaces the content of a suite; throws what is wrong, in one line.
    public let write: @Sendable (_ content: String, _ path: String) throws -> Void

    /// Describes files.
    ///
    /// - Parameters:
    ///   - find: Finds their paths now.
    ///   - read: Reads a text file; nil if it cannot be read.
    ///   - write: Replaces the content of a file.
    public init(
        find: @escaping @Sendable () -> [String], read: @escaping @Sendable (String) -> String?,
        write: @escaping @Sendable (_ content: String, _ path: String) throws -> Void
    ) {
        self.find = find
        self.read = read
        self.write = write
    }
}
