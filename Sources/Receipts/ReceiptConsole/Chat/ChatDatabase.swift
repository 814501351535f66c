import FirestoreClient
import FirestoreModel
import HTTPTypes
import ReadReceipts

/// The chats of one schema, for the console and its panes.
struct ChatDatabase: Sendable {
    let schema: ReceiptSchema
    private let place: ChatPlace
    private let panes: ConsoleConfiguration.Panes
    /// The chats, with the console's own credentials.
    let ownService: ReceiptService
    /// Other schemas to recognize.
    private let alternatives: [ReceiptSchema]
    /// The profiles of users, as the console may read them.
    let profiles: UserProfiles
    /// The list of conversations.
    let overview: ConversationOverview

    /// Creates the chats of a schema; nil if the console has no database for it.
    init?(_ schema: ReceiptSchema, _ configuration: ConsoleConfiguration, _ pace: ConsolePace) {
        guard let place = ChatPlace(of: schema, in: configuration) else { return nil }
        self.schema = schema
        self.place = place
        panes = configuration.panes
        alternatives = configuration.schemas + ReceiptSchema.presets
        ownService = place.service(schema: schema, among: alternatives)
        // Missing profiles are looked up again: rarely in production, where reads are billed.
        profiles = UserProfiles(
            of: ownService, patience: configuration.isEmulator ? .seconds(5) : .seconds(300))
        overview = ConversationOverview(place, schema: schema, profiles: profiles, pace: pace.overview)
    }

    /// Reads a conversation through a service; nil for a missing one.
    func conversation(
        _ id: ConversationID, through service: ReceiptService
    ) async throws(ReceiptsError) -> (view: ConversationView, conversation: Conversation)? {
        guard let found = try await service.titledConversation(id) else { return nil }
        let profiles = try await profiles.profiles(of: found.conversation.members)
        return (ConversationView(found, profiles), found.conversation)
    }

    /// Whether a conversation certainly does not exist, as far as the console may see.
    func isGone(_ id: ConversationID) async -> Bool {
        do { return try await ownService.titledConversation(id) == nil } catch { return false }
    }

    /// The chats for a user, over a network that can be switched off.
    func service(of user: UserID, over network: NetworkSwitch) throws(ReceiptsError) -> ReceiptService {
        try place.over(network, as: panes == .asTheirUsers ? user : nil)
            .service(schema: schema, among: alternatives)
    }

    /// The Firestore; nil for a Realtime Database.
    var firestore: Firestore? {
        if case .firestore(let firestore) = place { firestore } else { nil }
    }

    /// The chats as they were at a past time.
    ///
    /// - Parameter user: The user who looks; nil for the console.
    func service(of user: UserID?, at time: Timestamp) throws -> ReceiptService {
        guard let past = try place.at(time, as: panes == .asTheirUsers ? user : nil) else {
            throw ConsoleFailure(.badRequest, "a Realtime Database keeps no versions, so it has no past")
        }
        return past.service(schema: schema, among: alternatives)
    }

    /// Creates sample conversations, without changing existing data.
    func makeSample() async throws(ReceiptsError) -> SampleReport {
        try await SampleChat.make(in: place, schema)
    }
}
