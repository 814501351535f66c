import ReadReceipts

/// The chats of a database that go by one schema, as the console and as its panes see them.
struct ChatDatabase: Sendable {
    let schema: ReceiptSchema
    private let place: ChatPlace
    private let panes: ConsoleConfiguration.Panes
    private let service: ReceiptService
    /// The schemas that messages may have in place of this one.
    private let alternatives: [ReceiptSchema]
    /// The names of users, as the console may see them.
    let profiles: UserProfiles
    /// The list of them.
    let overview: ConversationOverview

    /// Finds the chats of a schema; nil where the console has no database for it.
    init?(_ schema: ReceiptSchema, _ configuration: ConsoleConfiguration, _ pace: ConsolePace) {
        guard let place = ChatPlace(of: schema, in: configuration) else { return nil }
        self.schema = schema
        self.place = place
        panes = configuration.panes
        alternatives = configuration.schemas + ReceiptSchema.presets
        service = place.service(schema: schema, among: alternatives)
        // Who has no profile is looked for again: in production, where that is billed, seldom.
        profiles = UserProfiles(of: service, patience: configuration.isEmulator ? .seconds(5) : .seconds(300))
        overview = ConversationOverview(place, schema: schema, profiles: profiles, pace: pace.overview)
    }

    /// A conversation, as somebody sees it; nil for one that is not there.
    func conversation(
        _ id: ConversationID, through service: ReceiptService
    ) async throws(ReceiptsError) -> (view: ConversationView, conversation: Conversation)? {
        guard let found = try await service.titledConversation(id) else { return nil }
        let profiles = try await profiles.profiles(of: found.conversation.members)
        return (ConversationView(found, profiles), found.conversation)
    }

    /// Whether a conversation is certainly not there, as the console itself sees it.
    func isGone(_ id: ConversationID) async -> Bool {
        do { return try await service.titledConversation(id) == nil } catch { return false }
    }

    /// The chats as a user sees them, over a network of their own.
    func service(of user: UserID, over network: NetworkSwitch) throws(ReceiptsError) -> ReceiptService {
        try place.over(network, as: panes == .asTheirUsers ? user : nil)
            .service(schema: schema, among: alternatives)
    }

    /// Makes conversations to look at, beside whatever is there.
    func makeSample() async throws(ReceiptsError) -> SampleReport {
        try await SampleChat.make(in: place, schema)
    }
}
