public import FirestoreClient
import FirestoreModel
public import Logging

/// A cache of user profiles: each is read once.
///
/// A missing profile is looked up again after a while, because it may have been created.
public actor UserProfiles {
    private let store: any ChatStore
    private let logger: Logger
    private let patience: Duration
    private var known: [UserID: UserProfile] = [:]
    /// When missing profiles were last looked up.
    private var lookedFor: [UserID: ContinuousClock.Instant] = [:]

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - firestore: The database.
    ///   - schema: Where the profiles are.
    ///   - patience: How long to wait before looking up a missing profile again.
    ///   - logger: Logs missing profiles at level notice.
    public init(
        firestore: Firestore, schema: ReceiptSchema = .status, patience: Duration = .seconds(30),
        logger: Logger = Logger(label: "read-receipts") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.init(FirestoreChats(firestore: firestore, schema: schema), patience, logger)
    }

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - service: The chats of the users.
    ///   - patience: How long to wait before looking up a missing profile again.
    public init(of service: ReceiptService, patience: Duration = .seconds(30)) {
        self.init(service.store, patience, service.logger)
    }

    private init(_ store: any ChatStore, _ patience: Duration, _ logger: Logger) {
        self.store = store
        self.patience = patience
        self.logger = logger
    }

    /// Returns profiles, and reads unknown ones, up to 100 per request.
    ///
    /// - Returns: The profiles by user. Users without a profile are left out.
    public func profiles(of users: [UserID]) async throws(ReceiptsError) -> [UserID: UserProfile] {
        var seen: Set<UserID> = []
        // An invalid document id has no profile.
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
