/// The file that an emulator's rules came from. It is only written if somebody saves the rules to it.
public struct RulesFile: Sendable {
    /// Its path, for display.
    public let name: String
    /// Its content when the emulator was started.
    public let initial: String
    /// Reads its content now; nil if it cannot be read.
    public let read: @Sendable () -> String?
    /// Replaces its content; throws what is wrong, in one line. Nil if the rules cannot be saved.
    public let write: (@Sendable (_ content: String) throws -> Void)?

    /// Creates a description of a file.
    ///
    /// - Parameters:
    ///   - name: Its path, for display.
    ///   - initial: Its content when the emulator was started.
    ///   - read: Reads its content now; nil if it cannot be read.
    ///   - write: Replaces its content; nil if the rules cannot be saved.
    public init(
        name: String, initial: String, read: @escaping @Sendable () -> String?,
        write: (@Sendable (_ content: String) throws -> Void)? = nil
    ) {
        self.name = name
        self.initial = initial
        self.read = read
        self.write = write
    }
}
