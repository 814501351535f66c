/// The name of a subscription: `projects/PROJECT/subscriptions/ID`.
public struct SubscriptionName: Hashable, Sendable, CustomStringConvertible {
    private let name: ResourceName

    /// Reads a name: the id alone, or `projects/PROJECT/subscriptions/ID`.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - project: The project of an id alone.
    /// - Throws: ``PubSubError`` with `.invalidArgument` and what is wrong with the name.
    public init(_ text: String, project: String? = nil) throws(PubSubError) {
        name = try ResourceName(text, "subscriptions", project: project)
    }

    /// The project's id.
    public var project: String { name.project }
    /// The subscription's id.
    public var id: String { name.id }
    /// The whole name.
    public var description: String { "projects/\(name.project)/subscriptions/\(name.id)" }
}
