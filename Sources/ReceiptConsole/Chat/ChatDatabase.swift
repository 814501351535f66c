import ReadReceipts

/// The chats of a database that go by one schema, as the console and as its panes see them.
struct ChatDatabase: Sendable {
    let schema: ReceiptSchema
    private let place: ChatPlace
    private let panes: ConsoleConfiguration.Panes
    private let service: ReceiptService
    /// The names of users, as the console may see them.
    let profiles: UserProfiles

    /// Finds the chats of a schema; nil where the console has no database for it.
    init?(_ schema: ReceiptSchema, _ configuration: ConsoleConfiguration) {
        guard let place = ChatPlace(of: schema, in: configuration) else { return nil }
        self.schema = schema
        self.place = place
        panes = configuration.panes
        service = place.service(schema: schema)
        profiles = UserProfiles(of: service, patience: .seconds(5))
    }

    /// How many conversations are listed.
    static let listLimit = 200

    /// The conversations, by id.
    ///
    /// - Returns: The conversations, and whether these are all.
    func conversations() async throws(ReceiptsError) -> (list: [ConversationView], isComplete: Bool) {
        let found = try await service.titledConversations(limit: ChatDatabase.listLimit + 1)
        let chats = found.prefix(ChatDatabase.listLimit)
        let profiles = try await profiles.profiles(of: chats.flatMap(\.conversation.members))
        let views = chats.map { ConversationView($0, profiles) }
        let titles = Dictionary(grouping: views, by: \.title)
        return (
            // Several of the same people, or of the same name, are told apart by their ids.
            views.map { titles[$0.title]?.count ?? 1 > 1 ? $0.with(title: "\($0.title) (\($0.id))") : $0 },
            found.count <= ChatDatabase.listLimit
        )
    }

    /// A conversation, as somebody sees it; nil for one that is not there.
    func conversation(
        _ id: String, through service: ReceiptService
    ) async throws(ReceiptsError) -> (view: ConversationView, conversation: Conversation)? {
        guard let found = try await service.titledConversation(id) else { return nil }
        let profiles = try await profiles.profiles(of: found.conversation.members)
        return (ConversationView(found, profiles), found.conversation)
    }

    /// The chats as a user sees them, over a network of their own.
    func service(of user: String, over network: NetworkSwitch) throws(ReceiptsError) -> ReceiptService {
        try place.over(network, as: panes == .asTheirUsers ? user : nil).service(schema: schema)
    }

    /// Makes conversations to look at where there are none.
    ///
    /// - Returns: The ids of the conversations.
    func makeSample() async throws(ReceiptsError) -> [String] {
        try await SampleChat.write(to: place, schema)
        return SampleChat.all.map(\.id)
    }
}
