/// A rules file: its name and its text.
public struct SourceFile: Hashable, Sendable {
    /// The name that messages print, such as `firestore.rules`.
    public var name: String
    /// The text.
    public var content: String

    /// Creates a source file.
    public init(name: String = "firestore.rules", content: String) {
        self.name = name
        self.content = content
    }
}
