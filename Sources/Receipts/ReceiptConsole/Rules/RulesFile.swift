/// The file that an emulator's rules came from. It is only ever read.
public struct RulesFile: Sendable {
    /// Its path, for people.
    public let name: String
    /// What was in it when the emulator was started.
    public let initial: String
    /// Reads what is in it now; nil where it cannot be read.
    public let read: @Sendable () -> String?

    /// Names a file.
    ///
    /// - Parameters:
    ///   - name: Its path, for people.
    ///   - initial: What was in it when the emulator was started.
    ///   - read: Reads what is in it now; nil where it cannot be read.
    public init(name: String, initial: String, read: @escaping @Sendable () -> String?) {
        self.name = name
        self.initial = initial
        self.read = read
    }
}
