import FirestoreClient
import FirestoreModel
import ReadReceipts

/// The chats of a database, as the console and as its panes see them.
struct ChatDatabase: Sendable {
    let schema: ReceiptSchema
    private let firestore: Firestore
    private let panes: ConsoleConfiguration.Panes
    /// The names of users, as the console may see them.
    let profiles: UserProfiles

    init(_ schema: ReceiptSchema, _ configuration: ConsoleConfiguration) {
        self.schema = schema
        firestore = configuration.firestore
        panes = configuration.panes
        profiles = UserProfiles(firestore: firestore, schema: schema, patience: .seconds(5))
    }

    /// How many conversations are listed.
    static let listLimit = 200

    /// The conversations, by id.
    ///
    /// - Returns: The conversations, and whether these are all.
    func conversations() async throws(ReceiptsError) -> (list: [ConversationView], isComplete: Bool) {
        let query = StructuredQuery(
            select: mask, from: [StructuredQuery.CollectionSelector(schema.conversations)],
            limit: ChatDatabase.listLimit + 1)
        let documents: [Document]
        do throws(FirestoreError) {
            documents = try await firestore.runQuery(parent: nil, query).documents
        } catch {
            throw ReceiptsError(error)
        }
        let chats = documents.prefix(ChatDatabase.listLimit).map { ($0, Conversation($0, schema: schema)) }
        let profiles = try await profiles.profiles(of: chats.flatMap(\.1.members))
        let views = chats.map { ConversationView($0, $1, profiles) }
        let titles = Dictionary(grouping: views, by: \.title)
        return (
            // Several of the same people, or of the same name, are told apart by their ids.
            views.map { titles[$0.title]?.count ?? 1 > 1 ? $0.with(title: "\($0.title) (\($0.id))") : $0 },
            documents.count <= ChatDatabase.listLimit
        )
    }

    /// A conversation, as somebody sees it; nil for one that has no document.
    func conversation(
        _ id: String, as firestore: Firestore
    ) async throws(ReceiptsError) -> (view: ConversationView, conversation: Conversation)? {
        let resource = ResourceID(id)
        if resource.problem != nil {
            throw ReceiptsError(.invalidConversation, "\"\(id.prefix(60))\" is not a conversation id")
        }
        let collection = CollectionPath(parent: nil, id: ResourceID(schema.conversations))
        let name = DocumentName(firestore.database, DocumentPath(collection, resource))
        let document: Document?
        do throws(FirestoreError) {
            document = try await firestore.batchGet([name], mask: mask)[0]
        } catch {
            throw ReceiptsError(error)
        }
        guard let document else { return nil }
        let conversation = Conversation(document, schema: schema)
        let profiles = try await profiles.profiles(of: conversation.members)
        return (ConversationView(document, conversation, profiles), conversation)
    }

    /// The database as a user sees it, over a network of their own.
    func firestore(of user: String, over network: NetworkSwitch) throws(FirestoreError) -> Firestore {
        var settings = firestore.settings
        if panes == .asTheirUsers { settings.credentials = .emulatorUser(uid: user) }
        // Somebody looks on: what cannot be done is told soon, and tried again by whoever keeps it.
        settings.retryPolicy = RetryPolicy(
            maximumAttempts: 3, initialDelay: .milliseconds(40), maximumDelay: .milliseconds(200))
        return try Firestore(settings, transport: network)
    }

    /// What is read of a conversation.
    private var mask: DocumentMask {
        DocumentMask(([schema.members] + ConversationView.titleFields).map { FieldPath([$0]) })
    }
}
