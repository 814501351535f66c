/// The file that an emulator's rules came from. It is only ever read.
public struct RulesFile: Sendable {
    /// Its path, for display.
    public let name: String
    /// Its content when the emulator was started.
    public let initial: String
    /// Reads its content now; nil if it cannot be read.
    public let read: @Sendable () -> String?

    /// Creates a description of a file.
    ///
    /// - Parameters:
    ///   - name: Its path, for display.
    ///   - initial: Its content when the emulator was started.
    ///   - read: Reads its content now; nil if it cannot be read.
    public init(name: String, initial: String, read: @escaping @Sendable () -> String?) {
        self.name = name
        self.initial = initial
        self.read = read
    }
}
