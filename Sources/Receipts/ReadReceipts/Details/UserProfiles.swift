public import FirestoreClient
import FirestoreModel
public import Logging

/// The profiles of a database's users, each read once for as long as this is kept.
///
/// A user who has no profile is looked for again after a while: it may have been made by then.
public actor UserProfiles {
    private let store: any ChatStore
    private let logger: Logger
    private let patience: Duration
    private var known: [UserID: UserProfile] = [:]
    /// When users were looked for who have no profile.
    private var lookedFor: [UserID: ContinuousClock.Instant] = [:]

    /// Begins without any profile.
    ///
    /// - Parameters:
    ///   - firestore: The database.
    ///   - schema: Where it keeps the profiles.
    ///   - patience: How long not to look again for a user who has none.
    ///   - logger: Told of users who have none, at level notice.
    public init(
        firestore: Firestore, schema: ReceiptSchema = .status, patience: Duration = .seconds(30),
        logger: Logger = Logger(label: "read-receipts") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.init(FirestoreChats(firestore: firestore, schema: schema), patience, logger)
    }

    /// Begins without any profile.
    ///
    /// - Parameters:
    ///   - service: The chats whose users they are.
    ///   - patience: How long not to look again for a user who has none.
    public init(of service: ReceiptService, patience: Duration = .seconds(30)) {
        self.init(service.store, patience, service.logger)
    }

    private init(_ store: any ChatStore, _ patience: Duration, _ logger: Logger) {
        self.store = store
        self.patience = patience
        self.logger = logger
    }

    /// The profiles of some users, those that are not known yet in one request for up to 100.
    ///
    /// - Returns: The profiles by user, without those of users who have none.
    public func profiles(of users: [UserID]) async throws(ReceiptsError) -> [UserID: UserProfile] {
        var seen: Set<UserID> = []
        // An id that no document can have has no profile.
        let ids = users.filter { ResourceID($0.string).problem == nil && seen.insert($0).inserted }
        let now = ContinuousClock.now
        let missing = ids.filter { id in
            known[id] == nil && lookedFor[id].map { $0 + patience <= now } ?? true
        }
        if !missing.isEmpty {
            for (id, profile) in zip(missing, try await store.profiles(of: missing)) {
                known[id] = profile
                lookedFor[id] = profile == nil ? now : nil
            }
            let without = missing.filter { known[$0] == nil }
            if !without.isEmpty {
                logger.notice(
                    "users without a profile",
                    metadata: ["users": .array(without.prefix(100).map { .string($0.string) })])
            }
        }
        return Dictionary(ids.compactMap { id in known[id].map { (id, $0) } }) { first, _ in first }
    }
}
