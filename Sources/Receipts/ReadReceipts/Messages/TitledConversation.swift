/// A conversation with what it is called.
package struct TitledConversation: Sendable, Equatable {
    /// Who takes part.
    package let conversation: Conversation
    /// What it is called; nil where it has no title of its own, as between two.
    package let title: String?

    /// The fields of conversations in which chats keep titles, the first one that is there counting.
    static let titleFields = ["groupName", "name", "title"]

    /// - Parameter field: What stands in a field as text; nil for anything else.
    init(_ conversation: Conversation, title field: (String) -> String?) {
        self.conversation = conversation
        title = TitledConversation.titleFields.lazy.compactMap(field).first { !$0.isEmpty }
    }
}
