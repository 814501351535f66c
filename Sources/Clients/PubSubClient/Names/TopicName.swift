/// The name of a topic: `projects/PROJECT/topics/ID`.
public struct TopicName: Hashable, Sendable, CustomStringConvertible {
    private let name: ResourceName

    /// Reads a name: the id alone, or `projects/PROJECT/topics/ID`.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - project: The project of an id alone.
    /// - Throws: ``PubSubError`` with `.invalidArgument` and what is wrong with the name.
    public init(_ text: String, project: String? = nil) throws(PubSubError) {
        name = try ResourceName(text, "topics", project: project)
    }

    /// The project's id.
    public var project: String { name.project }
    /// The topic's id.
    public var id: String { name.id }
    /// The whole name.
    public var description: String { "projects/\(name.project)/topics/\(name.id)" }
}
